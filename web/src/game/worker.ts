// Runs the module off the main thread: each message is a question, each answer has its number.
import moduleUrl from "$module/sixfold.wasm?url";
import { loadModule } from "./module";

const asking = loadModule(fetch(moduleUrl));

self.addEventListener(
  "message",
  async (event: MessageEvent<{ number: number; name: string; question: unknown }>) => {
    const { number, name, question } = event.data;
    try {
      const ask = await asking;
      self.postMessage({ number, answer: ask(name, question) });
    } catch (error) {
      self.postMessage({ number, answer: { error: { code: "module", message: String(error) } } });
    }
  },
);
