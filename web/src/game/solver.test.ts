import { describe, expect, test } from "vitest";
import type { Puzzle } from "./puzzles";
import { nextPuzzle, rated, shown, themesOf, withCost, type Solver } from "./solver";

describe("the next puzzle", () => {
  const some = [900, 1000, 1100, 1200].map((rating): Puzzle => ({
    id: `p${rating}`,
    theme: "endgame",
    rating,
    tiles: [],
    hand: [],
    answer: { pass: true },
  }));
  const fresh: Solver = { rating: 1000, tried: {}, course: [] };
  const first = () => 0;
  const last = () => 0.999;

  test("is the one that was shown, until it has been tried", () => {
    const begun = nextPuzzle(some, fresh, last);
    expect(begun?.id).toBe("p1200");
    if (!begun) return;
    const player = shown(fresh, begun);
    expect(nextPuzzle(some, player, first)).toBe(begun);
    expect(shown(player, begun)).toBe(player);
    const after = rated(player, "base", begun, false);
    expect(after.open).toEqual([]);
    expect(nextPuzzle(some, after, first)?.id).toBe("p1000");
  });
  test("is one of its own game", () => {
    const player = { ...fresh, open: ["of another game"] };
    expect(nextPuzzle(some, player, first)?.id).toBe("p1000");
    expect(nextPuzzle([], player, first)).toBeNull();
  });
});

describe("what is remembered", () => {
  const puzzle = (id: string, theme: string): Puzzle => ({
    id,
    theme,
    rating: 1000,
    tiles: [],
    hand: [],
    answer: { pass: true },
  });
  const [a, b, c] = [puzzle("a", "disc"), puzzle("b", "endgame"), puzzle("c", "disc")];
  const fresh: Solver = { rating: 1000, tried: {}, course: [] };

  test("a streak ends with a wrong try, the longest stays", () => {
    const two = rated(rated(fresh, "base", a, true), "base", b, true);
    expect([two.streak, two.longest]).toEqual([2, 2]);
    const ended = rated(two, "base", c, false);
    expect([ended.streak, ended.longest]).toEqual([0, 2]);
    expect(ended.history?.map(({ id, right }) => [id, right])).toEqual([
      ["c", false],
      ["b", true],
      ["a", true],
    ]);
    expect(withCost(ended, "c", 0.07).history?.[0]?.cost).toBe(0.07);
  });
  test("themes tell how many are left", () => {
    const player = rated(fresh, "base", a, true);
    expect(themesOf([a, b, c], player)).toEqual([
      ["disc", 1],
      ["endgame", 1],
    ]);
  });
});
