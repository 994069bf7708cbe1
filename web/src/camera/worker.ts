// Runs the module that reads photos off the main thread. The first message is the module, each
// further one a picture; each answer repeats its number.
import { run, type Running } from "../game/module";

interface Picture {
  number: number;
  known: unknown;
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}
type Photo = (text: number, size: number, pixels: number, width: number, height: number) => number;

let running: Promise<Running> | undefined;

function look({ exports, give, answer }: Running, picture: Picture): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(picture.known));
  const text = give(bytes);
  const pixels = give(picture.pixels);
  const { width, height } = picture;
  const length = (exports.photo as Photo)(text, bytes.length, pixels, width, height);
  exports.release(pixels);
  exports.release(text);
  return answer(length);
}

self.addEventListener("message", async (event: MessageEvent<WebAssembly.Module | Picture>) => {
  if (event.data instanceof WebAssembly.Module) {
    running = run(event.data);
    return;
  }
  const { number } = event.data;
  try {
    if (!running) throw new Error("no module");
    self.postMessage({ number, answer: look(await running, event.data) });
  } catch {
    self.postMessage({ number, answer: { error: { code: "module" } } });
  }
});
