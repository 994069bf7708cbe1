import { expect, test } from "vitest";
import { dailyResults, dayBefore, daysFrom, streak, today } from "./daily";
import type { PlayedGame } from "./history";

const game = (daily: string, points = 100): PlayedGame => ({
  at: Date.parse(daily),
  variant: "base",
  theme: "classic",
  bots: ["skilled"],
  points,
  others: 90,
  won: true,
  best: 12,
  sixfolds: 1,
  turns: 20,
  daily,
});

test("days are those of Greenwich", () => {
  expect(today(Date.parse("2026-11-15T23:59:59Z"))).toBe("2026-11-15");
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
});
test("only the first game of a day counts", () => {
  const results = dailyResults([
    game("2026-11-14", 80),
    game("2026-11-15"),
    game("2026-11-14", 200),
  ]);
  expect(results.map(({ daily, points }) => [daily, points])).toEqual([
    ["2026-11-15", 100],
    ["2026-11-14", 80],
  ]);
});
test("days in a row", () => {
  const results = [game("2026-11-15"), game("2026-11-14"), game("2026-11-12")];
  expect(streak(results, "2026-11-15")).toBe(2);
  expect(streak(results, "2026-11-16")).toBe(2);
  expect(streak(results, "2026-11-17")).toBe(0);
});
test("what is known of days that have passed is dropped", () => {
  const known = {
    commitments: { "2026-11-15": "a", "2026-11-16": "b", "2026-12-01": "c" },
    secrets: { "2026-11-15": null, "2026-11-16": "d" },
  };
  expect(daysFrom("2026-11-16", known)).toEqual({
    commitments: { "2026-11-16": "b", "2026-12-01": "c" },
    secrets: { "2026-11-16": "d" },
  });
});
