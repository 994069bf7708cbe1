// Loads the WebAssembly modules. The main one maps texts to texts like the native program.
import { readFile } from "node:fs/promises";

// A module needs nothing from its host: everything it imports from WASI returns "not supported".
const notSupported = 58;

async function start(name) {
  const file = new URL(`../../build/wasm/${name}.wasm`, import.meta.url);
  const module = await WebAssembly.compile(await readFile(file));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => notSupported;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();

  const answerOf = (length) => {
    const bytes = new Uint8Array(exports.memory.buffer, exports.answer_text(), length);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  };
  // The address of a copy of these bytes, to be released.
  const copyOf = (bytes) => {
    const address = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  };
  return { exports, answerOf, copyOf };
}

/** What a picture adds to a table: an object and pixels in, an object out. */
export async function loadPhoto() {
  const { exports, answerOf, copyOf } = await start("photo");
  return (question, { rgba, width, height }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const text = copyOf(bytes);
    const picture = copyOf(rgba);
    const length = exports.photo(text, bytes.length, picture, width, height);
    exports.release(picture);
    exports.release(text);
    return JSON.parse(answerOf(length));
  };
}

export async function loadSixfold() {
  const { exports, answerOf, copyOf } = await start("sixfold");
  // Calls an exported function with a text or bytes and returns its answer as text.
  const call = (name, input) => {
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const address = copyOf(bytes);
    const length = exports[name](address, bytes.length);
    exports.release(address);
    return answerOf(length);
  };
  return {
    exports,
    moves: (text) => call("moves", text),
    verify: (text) => call("verify", text),
    playthrough: (text) => call("playthrough", text),
    selfplay: (plan) => call("selfplay", JSON.stringify(plan)),
    selfplayText: (text) => call("selfplay", text),
    // What a page asks: an object in, an object out.
    catalogue: () => JSON.parse(answerOf(exports.catalogue())),
    ask: (name, question) => JSON.parse(call(name, JSON.stringify(question))),
    askText: call,
    // The work of `sixfold bench`, piece by piece, and the signature of what was run.
    benchSize: () => exports.bench_size(),
    benchRun: (which) => JSON.parse(answerOf(exports.bench_run(which))),
    benchSignature: () => answerOf(exports.bench_signature()),
  };
}
