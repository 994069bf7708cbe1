import { expect, test } from "vitest";
import {
  cut,
  linesIn,
  recordOfLine,
  savedLine,
  stepsBefore,
  treeOf,
  withLine,
  withLines,
  withoutLine,
  type Line,
  type RecordTurn,
} from "./lines";

const pass = (seat: number): RecordTurn => ({ seat, pass: true });
const place = (seat: number, cell: string): RecordTurn => ({ seat, place: [`Rc@${cell}`] });
const record = JSON.stringify({
  format: "sixfold-record/1",
  players: [{ name: "Ann" }, { name: "Ben" }],
  turns: [place(0, "0,0"), pass(1), pass(0)],
  end: { reason: "dead" },
  scores: [1, 0],
  winners: [0],
});
const line = (...turns: RecordTurn[]): Line => ({ after: 1, turns });

test("a longer line takes the place of its beginning, and a shorter one adds nothing", () => {
  const short = line(place(1, "1,0"));
  const long = line(place(1, "1,0"), pass(0));
  const other = line(place(1, "0,1"));
  expect(withLine([short, other], long)).toEqual([other, long]);
  expect(withLine([long], short)).toEqual([long]);
  expect(withLine([], line())).toEqual([]);
  expect(withoutLine([long, other], short)).toEqual([other]);
});

test("lines with the same beginning are one branch of the tree", () => {
  const first = place(1, "1,0");
  const [branch, ...others] = treeOf([
    line(first, pass(0)),
    line(first, place(0, "2,0")),
    { after: 2, turns: [place(0, "5,5")] },
  ]);
  expect(branch?.number).toBe(2);
  expect(branch?.next.map(({ turn }) => turn)).toEqual([pass(0), place(0, "2,0")]);
  expect(branch?.next[0]?.line).toEqual(line(first, pass(0)));
  expect(others.map(({ number }) => number)).toEqual([3]);
});

test("the game up to a line, and then the line, is an unfinished record", () => {
  const made = JSON.parse(recordOfLine(record, line(place(1, "1,0"))));
  expect(made.turns).toEqual([place(0, "0,0"), place(1, "1,0")]);
  expect(Object.keys(made)).toEqual(["format", "players", "turns"]);
  const over = { ...line(pass(1)), end: { reason: "out" }, scores: [1, 2], winners: [1] };
  const { end, scores, winners } = JSON.parse(recordOfLine(record, over));
  expect({ end, scores, winners }).toEqual({ end: over.end, scores: [1, 2], winners: [1] });
  expect(cut(over, 1)).toBe(over);
  expect(cut(over, 0)).toEqual(line());
  const saved = JSON.parse(savedLine(record, line(place(1, "1,0")), { seat: 0 }));
  expect(saved.local).toEqual({ bots: ["", ""], seed: 6, answers: 2, steps: [], revealed: 0 });
});

test("what was rolled before an act is known to it", () => {
  const turn: RecordTurn = {
    seat: 0,
    roll: { cubes: ["Rc"], faces: ["Rs"] },
    forced: [["Rx"]],
  };
  expect(stepsBefore(turn, [{ roll: ["Rc"] }])).toEqual([
    { move: { roll: ["Rc"] } },
    { answer: ["Rs"] },
    { answer: ["Rx"] },
  ]);
  expect(stepsBefore(turn, [{ roll: [] }])).toEqual([{ move: { roll: [] } }, { answer: ["Rx"] }]);
  expect(stepsBefore(undefined, [{ take: "Rc@0,0" }])).toEqual([{ move: { take: "Rc@0,0" } }]);
});

test("variations come with a record, and go with it", () => {
  const lines = [line(pass(1), pass(0))];
  expect(linesIn(withLines(record, lines))).toEqual(lines);
  expect(withLines(withLines(record, lines), [])).toBe(record);
  expect(linesIn(record)).toEqual([]);
  expect(linesIn(JSON.stringify({ turns: [], variations: [{ after: "x" }, 3, null] }))).toEqual([]);
});
