// Runs the module off the main thread. The first message is the module itself, each further one a
// question; each answer repeats its number.
import { start, type Ask } from "./module";

interface Question {
  number: number;
  name: string;
  question: unknown;
}

let asking: Promise<Ask> | undefined;

self.addEventListener("message", async (event: MessageEvent<WebAssembly.Module | Question>) => {
  if (event.data instanceof WebAssembly.Module) {
    asking = start(event.data);
    return;
  }
  const { number, name, question } = event.data;
  try {
    const ask = await asking;
    self.postMessage({ number, answer: ask?.(name, question) });
  } catch (error) {
    self.postMessage({ number, answer: { error: { code: "module", message: String(error) } } });
  }
});
