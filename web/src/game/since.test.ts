import { expect, test } from "vitest";
import { newsFor } from "./since";
import type { SeenTurn } from "./types";

const history: SeenTurn[] = [
  { seat: 0, place: ["Rc@0,0"], points: 1 },
  { seat: 1, place: ["Rs@1,0"], points: 2 },
  { seat: 2, take: "Rs@1,0", place: ["Rs@-1,0", "Rd@-2,0"], points: 3 },
  { seat: 3, trade: 2 },
];

test("everything since your last turn is marked with its seat", () => {
  const news = newsFor(history, 0);
  expect([...news.by]).toEqual([
    ["1,0", 1],
    ["-1,0", 2],
    ["-2,0", 2],
  ]);
  expect(news.taken).toEqual([{ cell: "1,0", by: 2 }]);
  expect([...news.last]).toEqual(["-1,0", "-2,0"]);
});
test("your own move stays marked until it is answered", () => {
  const news = newsFor(history.slice(0, 1), 0);
  expect([...news.by]).toEqual([["0,0", 0]]);
  expect([...news.last]).toEqual([]);
  expect([...newsFor(history.slice(0, 2), 0).by]).toEqual([["1,0", 1]]);
});
test("spectators see the last turn of every seat", () => {
  const again: SeenTurn[] = [...history, { seat: 0, place: ["Rx@2,0"], points: 3 }];
  expect([...newsFor(again, null).by]).toEqual([
    ["1,0", 1],
    ["-1,0", 2],
    ["-2,0", 2],
    ["2,0", 0],
  ]);
  expect(newsFor([], null).by.size).toBe(0);
});
