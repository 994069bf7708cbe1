// Starts the WebAssembly module, which maps texts to texts. It needs nothing from its host, so
// everything it imports returns "not supported".
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

export async function start(module: WebAssembly.Module): Promise<Ask> {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = () => notSupported;
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = instance.exports as unknown as Exports;
  exports._initialize();

  const answerOf = (length: number): unknown =>
    JSON.parse(
      new TextDecoder().decode(
        new Uint8Array(exports.memory.buffer, exports.answer_text(), length),
      ) || "null",
    );
  return (name, question) => {
    const call = exports[name] as (address?: number, size?: number) => number;
    if (question === undefined) return answerOf(call());
    const text = typeof question === "string" ? question : JSON.stringify(question);
    const bytes = new TextEncoder().encode(text);
    const address = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    const length = call(address, bytes.length);
    exports.release(address);
    return answerOf(length);
  };
}
