// Whatever text the module gets, it answers, and keeps answering.
import assert from "node:assert/strict";
import { test } from "node:test";

import { goldenRecords } from "./fixtures.mjs";
import { loadSixfold } from "./loader.mjs";

const sixfold = await loadSixfold();

const errorOf = (text) => JSON.parse(text).error;

const rubbish = [
  "",
  " ",
  "null",
  "[]",
  "{}",
  "{",
  '"text"',
  "1e999",
  '{"a":1,"a":2}',
  "[".repeat(500_000),
  `"${"x".repeat(1 << 20)}"`,
  `[${"[],".repeat(200_000)}[]]`,
  new Uint8Array([0xff, 0xfe, 0x00]),
  new Uint8Array([0x22, 0xc3, 0x22]),
  new Uint8Array(2 << 20),
];

test("rubbish is answered with an error", () => {
  for (const text of rubbish)
    for (const call of [sixfold.moves, sixfold.verify, sixfold.playthrough, sixfold.selfplayText]) {
      const error = errorOf(call(text));
      assert.notEqual(error.code, "");
      assert.notEqual(error.message, "");
      assert.ok(error.message.length < 300);
    }
  assert.equal(sixfold.verify(goldenRecords("base")[0]), "");
});

test("errors of records say in which turn", () => {
  assert.equal(errorOf(sixfold.verify("{}")).turn, 0);
  const record = JSON.parse(goldenRecords("cubes")[0]);
  record.turns[5].seat = "five";
  assert.deepEqual(
    [errorOf(sixfold.verify(JSON.stringify(record)))].map(({ turn, code }) => [turn, code]),
    [[6, "type"]],
  );
});

test("every wrong value in a record is answered", () => {
  const record = goldenRecords("select")[1];
  let answers = 0;
  const breakEach = (value, replace) => {
    for (const wrong of [null, -1, 1.5, "", [], {}]) {
      const answer = sixfold.verify(JSON.stringify(replace(wrong)));
      if (answer !== "") assert.notEqual(errorOf(answer).message, "");
      ++answers;
    }
    if (Array.isArray(value))
      value.slice(0, 6).forEach((item, i) =>
        breakEach(item, (wrong) => replace(value.map((other, j) => (i === j ? wrong : other)))),
      );
    else if (value !== null && typeof value === "object")
      for (const key of Object.keys(value))
        breakEach(value[key], (wrong) => replace({ ...value, [key]: wrong }));
  };
  breakEach(JSON.parse(record), (changed) => changed);
  assert.ok(answers > 500);
  assert.equal(sixfold.verify(record), "");
});

test("plans of games that cannot be are refused", () => {
  const plan = { variant: "base", bots: ["greedy", "greedy"], seed: 1, number: 0 };
  assert.equal(JSON.parse(sixfold.selfplay(plan)).format, "sixfold-record/1");
  for (const [change, code] of [
    [{ variant: "chess" }, "unknown_variant"],
    [{ variant: 7 }, "type"],
    [{ bots: ["nobody", "greedy"] }, "unknown_bot"],
    [{ bots: ["greedy"] }, "seats"],
    [{ bots: [] }, "seats"],
    [{ bots: Array(5).fill("greedy") }, "too_many"],
    [{ bots: "greedy" }, "type"],
    [{ seed: -1 }, "range"],
    [{ seed: 0.5 }, "type"],
    [{ number: "one" }, "type"],
    [{ number: undefined }, "missing"],
  ]) {
    const { error } = JSON.parse(sixfold.selfplay({ ...plan, ...change }));
    assert.equal(error.code, code, JSON.stringify(change));
  }
});

test("memory does not grow from call to call", () => {
  const record = goldenRecords("connect")[0];
  sixfold.playthrough(record);
  const before = sixfold.exports.memory.buffer.byteLength;
  for (let i = 0; i < 200; ++i) sixfold.verify(record);
  assert.equal(sixfold.exports.memory.buffer.byteLength, before);
});
