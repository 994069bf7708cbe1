import { expect, test } from "vitest";
import { placeIn, searchOf } from "./place";

test("a place in a study survives the address", () => {
  for (const place of [
    { turn: 27, act: 0, line: null, step: 0 },
    { turn: 3, act: 1, line: null, step: 0 },
    { turn: 9, act: 0, line: 2, step: 4 },
  ])
    expect(placeIn(searchOf(place))).toEqual(place);
});

test("an address without a turn names no place", () => {
  for (const search of ["", "?turn=", "?turn=x", "?turn=0", "?turn=1.5e9x", "?turn=-2"])
    expect(placeIn(search)?.turn ?? null).toBe(search === "?turn=1.5e9x" ? 1 : null);
});
