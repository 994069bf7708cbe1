// The module replays every golden game to the same text as the native program.
import assert from "node:assert/strict";
import { test } from "node:test";

import { editions, goldenRecords, textOf } from "./fixtures.mjs";
import { loadSixfold } from "./loader.mjs";

const sixfold = await loadSixfold();

for (const edition of editions) {
  test(`the golden games of ${edition} read as they are written down`, () => {
    const games = goldenRecords(edition).map(
      (record, i) => `== Game ${i + 1} ==\n${sixfold.playthrough(record)}\n`,
    );
    const lines = games.join("").split("\n");
    const golden = textOf(`tests/golden/${edition}.txt`).split("\n");
    for (let i = 0; i < golden.length; ++i) assert.equal(lines[i], golden[i], `line ${i + 1}`);
    assert.equal(lines.length, golden.length);
  });

  test(`the golden games of ${edition} verify, and not when broken`, () => {
    for (const text of goldenRecords(edition)) {
      assert.equal(sixfold.verify(text), "");
      const record = JSON.parse(text);
      const turn = record.turns.findIndex((t, i) => i > 3 && t.place !== undefined);
      record.turns[turn].points += 1;
      const { error } = JSON.parse(sixfold.verify(JSON.stringify(record)));
      assert.equal(error.turn, turn + 1);
      assert.equal(error.code, "points");
      assert.notEqual(error.message, "");
      assert.deepEqual(JSON.parse(sixfold.playthrough(JSON.stringify(record))), { error });
    }
  });
}
