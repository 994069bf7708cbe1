import { expect, test } from "vitest";
import { recordFileName } from "./recordFile";

const at = new Date(2026, 0, 5, 23, 59).getTime();

test("a record is named by game, date and players", () => {
  expect(recordFileName("Classic", { players: ["You", "Casual"], at })).toBe(
    "sixfold-classic-2026-01-05-you-casual.jsonl",
  );
  expect(recordFileName("Select + Connect", { players: ["Ann B.", "Ben/../C"], at })).toBe(
    "sixfold-select-connect-2026-01-05-ann-b-ben-c.jsonl",
  );
});
test("names in any script are kept, long ones are cut, empty ones left out", () => {
  expect(recordFileName("Cubes", { players: ["Zoë", "李小龙", "…"], at })).toBe(
    "sixfold-cubes-2026-01-05-zoë-李小龙.jsonl",
  );
  expect(recordFileName("Cubes", { players: ["x".repeat(40), "y"], at })).toBe(
    `sixfold-cubes-2026-01-05-${"x".repeat(24)}-y.jsonl`,
  );
});
test("no date is made up", () => {
  expect(recordFileName("Cubes", { players: ["Ann", "Ben"], at: null })).toBe(
    "sixfold-cubes-ann-ben.jsonl",
  );
});
