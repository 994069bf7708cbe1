// The speed of the WebAssembly module as a share of the native program's, work by work of
// `sixfold bench`, each the best of several runs taken in turns.
// usage: node bench/wasm.mjs [REPEAT]
import { execFileSync } from "node:child_process";
import { loadSixfold } from "../tests/wasm/loader.mjs";

const root = new URL("..", import.meta.url).pathname;
const repeat = Number(process.argv[2] ?? 5);
const program = process.env.SIXFOLD_PROGRAM ?? `${root}build/release/sixfold`;
const sixfold = await loadSixfold();

const best = new Map();
const note = (name, side, perSecond) => {
  const entry = best.get(name) ?? { native: 0, wasm: 0 };
  entry[side] = Math.max(entry[side], perSecond);
  best.set(name, entry);
};
for (let round = 0; round < repeat; ++round) {
  const native = JSON.parse(
    execFileSync(program, ["bench", "--repeat", "1", "--json"], { encoding: "utf8" }),
  );
  for (const work of native.work) note(work.name, "native", work.count / work.seconds);
  for (let i = 0; i < sixfold.benchSize(); ++i) {
    const start = performance.now();
    const work = sixfold.benchRun(i);
    note(work.name, "wasm", work.count / ((performance.now() - start) / 1000));
  }
}
let product = 1;
for (const [name, { native, wasm }] of best) {
  product *= wasm / native;
  console.log(`${name.padEnd(34)} ${((100 * wasm) / native).toFixed(0).padStart(4)} %`);
}
console.log(`geometric mean ${(100 * product ** (1 / best.size)).toFixed(0)} %`);
