// Starts a WebAssembly module; the main one maps texts to texts. They need nothing from their host,
// so everything they import returns "not supported".
const notSupported = 58;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(size: number): number;
  release(address: number): void;
  answer_text(): number;
  [name: string]: unknown;
}

export type Ask = (name: string, question: unknown) => unknown;

export interface Running {
  exports: Exports;
  /** Copies bytes to where the module can read them; they must be released. */
  give(bytes: Uint8Array | Uint8ClampedArray): number;
  /** The last answer, of this length. */
  answer(length: number): unknown;
}

export async function run(module: WebAssembly.Module): Promise<Running> {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = () => notSupported;
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  return {
    exports,
    give(bytes) {
      const address = exports.allocate(bytes.length);
      new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
      return address;
    },
    answer: (length) =>
      JSON.parse(
        new TextDecoder().decode(
          new Uint8Array(exports.memory.buffer, exports.answer_text(), length),
        ) || "null",
      ),
  };
}

export async function start(module: WebAssembly.Module): Promise<Ask> {
  const { exports, give, answer } = await run(module);
  return (name, question) => {
    const call = exports[name] as (address?: number, size?: number) => number;
    if (question === undefined) return answer(call());
    const text = typeof question === "string" ? question : JSON.stringify(question);
    const bytes = new TextEncoder().encode(text);
    const address = give(bytes);
    const length = call(address, bytes.length);
    exports.release(address);
    return answer(length);
  };
}
