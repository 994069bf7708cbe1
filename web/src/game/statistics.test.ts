import { expect, test } from "vitest";
import type { PlayedGame } from "./history";
import { grouped, statisticsOf } from "./statistics";

const game = (points: number, won: boolean, bot: string): PlayedGame => ({
  at: 0,
  variant: "base",
  theme: "classic",
  bots: [bot],
  points,
  others: 100,
  won,
  best: points / 10,
  sixfolds: 1,
  turns: 15,
});
const games = [game(120, true, "casual"), game(80, false, "greedy"), game(100, true, "casual")];

test("games add up", () => {
  expect(statisticsOf(games)).toEqual({
    games: 3,
    won: 2,
    average: 100,
    highest: 120,
    bestTurn: 12,
    sixfolds: 3,
  });
  expect(statisticsOf([]).average).toBe(0);
});
test("in groups, the most frequent first", () => {
  const found = grouped(games, ({ bots }) => bots[0] ?? "");
  expect(found.map(([bot, { games: count }]) => [bot, count])).toEqual([
    ["casual", 2],
    ["greedy", 1],
  ]);
});
