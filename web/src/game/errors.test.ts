import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepErrors, keptErrors, weaknessesOf } from "./errors";
import type { ReviewedAct } from "./types";

const record = (last: number) =>
  JSON.stringify({ variant: "base", hands: [["Rc"]], turns: [{ seat: last }] });
const act = (turn: number, seat: number, weakness: string | undefined, given_up: number) =>
  ({ turn, seat, given_up, ...(weakness ? { weakness } : {}) }) as ReviewedAct;

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock("./kept", () => ({
  kept: (key: string) => stored.get(key) ?? null,
  keep: (key: string, value: unknown) => void stored.set(key, value),
}));
beforeEach(() => stored.clear());

describe("the errors of a game", () => {
  test("are those of the most thorough review", () => {
    expect(keptErrors(record(0))).toBeNull();
    keepErrors(record(0), 1000, [act(1, 0, "endgame", 0.1), act(2, 1, undefined, 0)]);
    expect(keptErrors(record(0))?.errors).toEqual([
      { turn: 1, seat: 0, weakness: "endgame", given_up: 0.1 },
    ]);
    keepErrors(record(0), 100, []);
    expect(keptErrors(record(0))?.errors).toHaveLength(1);
    keepErrors(record(0), 5000, []);
    expect(keptErrors(record(0))?.errors).toHaveLength(0);
    expect(keptErrors(record(1))).toBeNull();
  });
  test("add up by kind, over the own seats only", () => {
    keepErrors(record(0), 1000, [
      act(1, 0, "endgame", 0.1),
      act(3, 0, "misses_six", 0.05),
      act(4, 1, "misses_six", 0.5),
    ]);
    keepErrors(record(1), 1000, [act(5, 1, "endgame", 0.2)]);
    const own = [0, 1].map((seat) => ({
      record: record(seat),
      seat,
      game: "base",
      errors: keptErrors(record(seat))?.errors ?? [],
    }));
    const [first, second, ...rest] = weaknessesOf(own);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ weakness: "endgame", count: 2, worst: { turn: 5 } });
    expect(first?.given_up).toBeCloseTo(0.3);
    expect(second).toMatchObject({ weakness: "misses_six", count: 1, worst: { turn: 3 } });
  });
});
