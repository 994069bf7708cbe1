// Shared by the tests of the module: fixture files, and the native program to compare with.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

export const editions = ["base", "star-wars", "cubes", "select", "connect", "select-connect"];

export const textOf = (path) => readFileSync(new URL(path, root), "utf8");
export const linesOf = (path) => textOf(path).split("\n").slice(0, -1);
export const goldenRecords = (edition) => linesOf(`tests/golden/${edition}.jsonl`);

// The acts of a record's turn, except those that are made automatically.
export const actsOf = ({ roll, forced, take, place, trade }) => [
  ...(roll ? [{ roll: roll.cubes }] : []),
  ...(forced && !roll ? [{ roll: [] }] : []),
  ...(take ? [{ take }] : []),
  ...(place ? [{ place }] : []),
  ...(trade ? [{ trade }] : []),
];

const program =
  process.env.SIXFOLD_PROGRAM ?? fileURLToPath(new URL("build/release/sixfold", root));

// The output of the native program, which may exit with 1 if some answer is negative.
export function native(args, input = "") {
  try {
    const options = { input, encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" };
    return execFileSync(program, args, options);
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}
