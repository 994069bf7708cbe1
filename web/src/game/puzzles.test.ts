import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { viewOf, type PositionSpec } from "./positions";
import type { Act, BoardForm, Variant } from "./types";

interface Stored extends Omit<PositionSpec, "variant"> {
  id: string;
  theme: string;
  rating: number;
  answer: Act;
}
const folder = new URL("../puzzles/", import.meta.url);
const games = readdirSync(folder).map((name) => name.replace(".json", "") as Variant);
const puzzlesOf = (game: Variant) =>
  JSON.parse(readFileSync(new URL(`${game}.json`, folder), "utf8")) as Stored[];
interface Module {
  ask(name: string, question: unknown): { error?: unknown; legal?: boolean };
  catalogue(): { editions: { name: string; board?: BoardForm }[] };
}
const loader = new URL("../../../tests/wasm/loader.mjs", import.meta.url).href;
const { loadSixfold } = (await import(/* @vite-ignore */ loader)) as {
  loadSixfold: () => Promise<Module>;
};
const sixfold = await loadSixfold();
const { editions } = sixfold.catalogue();
const all = games.flatMap(puzzlesOf);

test("there are 1000 puzzles over all games, none twice", () => {
  expect(games.sort()).toEqual(["base", "connect", "cubes", "select", "select-connect"]);
  expect(all.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
test("every theme is there", () => {
  expect([...new Set(all.map(({ theme }) => theme))].sort()).toEqual([
    "close_five",
    "count_tiles",
    "disc",
    "endgame",
    "line_of_six",
    "right_roll",
    "set_up",
    "two_lines",
  ]);
});

describe.each(games)("puzzles of %s", (game) => {
  const board = editions.find(({ name }) => name === game)?.board;
  test("are positions that the rules understand, with an answer that they allow", () => {
    for (const puzzle of puzzlesOf(game)) {
      const view = viewOf({ ...puzzle, variant: game, opened: true, ...(board ? { board } : {}) });
      expect(sixfold.ask("preview", { view, place: [] }).error, puzzle.id).toBeUndefined();
      if (!("place" in puzzle.answer)) {
        expect(puzzle.acts, puzzle.id).toContain(Object.keys(puzzle.answer)[0]);
        continue;
      }
      const preview = sixfold.ask("preview", { view, place: puzzle.answer.place });
      expect(preview.legal, puzzle.id).toBe(true);
    }
  });
});
