// The module checks the proof of a fair bag as the native program does.
import assert from "node:assert/strict";
import { test } from "node:test";

import { editions, goldenRecords, native } from "./fixtures.mjs";
import { loadSixfold } from "./loader.mjs";

const sixfold = await loadSixfold();

const fairGames = (edition, players, games) =>
  native([
    ...["selfplay", "--fair", "--variant", edition, "--players", String(players)],
    ...["--bots", "random", "--games", String(games), "--seed", "9"],
  ])
    .split("\n")
    .slice(0, -1);
const check = (record) => sixfold.ask("check_fair", { record });

for (const edition of editions)
  test(`fair games of ${edition} pass`, () => {
    for (const players of [2, 3, 4])
      for (const text of fairGames(edition, players, 3))
        assert.deepEqual(check(text), { fair: JSON.parse(text).fair });
  });

test("tampered games are refused with the words of the native program", () => {
  const flip = (text) => (text[0] === "0" ? "1" : "0") + text.slice(1);
  const changes = [
    ({ fair }) => (fair.secret = flip(fair.secret)),
    ({ fair }) => (fair.commitment = flip(fair.commitment)),
    ({ fair }) => (fair.game = flip(fair.game)),
    ({ fair }) => (fair.seeds[1] = flip(fair.seeds[1])),
    ({ fair }) => fair.seeds.pop(),
    ({ fair }) => (fair.secret = "rubbish"),
    ({ fair }) => (fair.skipped = [2]),
    ({ hands }) => hands[0].reverse(),
    ({ turns }) => turns.find(({ draw }) => new Set(draw).size > 1).draw.reverse(),
    ({ turns }) => turns.pop(),
    (record) => delete record.fair,
  ];
  const broken = editions.flatMap((edition) =>
    changes.map((change) => {
      const record = JSON.parse(fairGames(edition, 2, 1)[0]);
      change(record);
      return JSON.stringify(record);
    }),
  );
  const verdicts = native(["verify", "--fair", "-"], broken.join("\n")).split("\n");
  broken.forEach((text, i) => {
    const { turn, code, message } = check(text).error;
    assert.equal(`-:${i + 1}: turn ${turn}: ${code}: ${message}`, verdicts[i]);
  });
  assert.equal(verdicts[broken.length], `0 passed, ${broken.length} failed`);
});

test("a record without a proof is refused", () => {
  assert.equal(check(goldenRecords("base")[0]).error.code, "no_proof");
});
