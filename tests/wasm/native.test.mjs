// The module answers with the same bytes as the native program.
import assert from "node:assert/strict";
import { test } from "node:test";

import { editions, goldenRecords, linesOf, native } from "./fixtures.mjs";
import { loadSixfold } from "./loader.mjs";

const sixfold = await loadSixfold();

for (const edition of editions) {
  test(`bots play the same games of ${edition}`, () => {
    for (const bots of [
      ["greedy", "greedy"],
      ["random", "greedy", "random"],
      ["random", "random", "random", "random"],
    ]) {
      const records = native([
        "selfplay",
        ...["--variant", edition, "--bots", bots.join(","), "--games", "3", "--seed", "17"],
      ]).split("\n");
      for (let number = 0; number < 3; ++number) {
        const plan = { variant: edition, bots, seed: 17, number };
        assert.equal(sixfold.selfplay(plan), records[number]);
      }
    }
  });
}

test("the placements of positions are the same", () => {
  const positions = editions
    .flatMap((edition) => linesOf(`tests/perft/${edition}.jsonl`))
    .map(JSON.parse)
    .flatMap(({ hands, ...position }) => hands.map((hand) => ({ ...position, hand })))
    .map((position) => JSON.stringify(position));
  assert.ok(positions.length > 70);
  const answers = native(["moves"], positions.join("\n")).split("\n");
  positions.forEach((position, i) => {
    assert.equal(sixfold.moves(position), answers[i]);
    assert.ok(JSON.parse(answers[i]).placements);
  });
});

test("reviews are the same for the same budget", () => {
  for (const edition of ["base", "cubes"]) {
    // Only the first turns of a game, because a review takes time.
    const { end, scores, winners, ...record } = JSON.parse(goldenRecords(edition)[0]);
    const text = JSON.stringify({ ...record, turns: record.turns.slice(0, 3) });
    const answer = native(["analyse", "--json", "--simulations", "30", "-"], text + "\n");
    const { game, variant, players, ...review } = JSON.parse(answer);
    assert.deepEqual([game, variant], [1, record.variant]);
    assert.deepEqual(players, record.players.map(({ name }) => name));
    assert.deepEqual(sixfold.ask("review", { record: text, simulations: 30 }), review);
    assert.ok(review.acts.length >= 3);
  }
});

test("the errors of broken positions are the same", () => {
  const broken = [
    "",
    "[]",
    "\u0001",
    '{"variant":"base"}',
    '{"variant":"base","tiles":["Rc@0"],"hand":[]}',
  ];
  const answers = native(["moves"], broken.join("\n") + "\n").split("\n");
  broken.forEach((line, i) => assert.equal(sixfold.moves(line), answers[i]));
});

test("the verdicts on broken records are the same", () => {
  const broken = editions.flatMap((edition) => {
    const record = JSON.parse(goldenRecords(edition)[0]);
    return [
      { ...record, opener: 3 },
      { ...record, turns: record.turns.slice(1) },
      { ...record, turns: record.turns.slice(0, -1) },
      { ...record, scores: record.scores.map(() => 0) },
      { ...record, variant: "chess" },
      { ...record, hands: 7 },
    ].map((changed) => JSON.stringify(changed));
  });
  const verdicts = native(["verify", "-"], broken.join("\n")).split("\n");
  broken.forEach((line, i) => {
    const { error } = JSON.parse(sixfold.verify(line));
    assert.equal(`-:${i + 1}: turn ${error.turn}: ${error.code}: ${error.message}`, verdicts[i]);
  });
});

test("the signature of the bench is the same", () => {
  const expected = native(["bench", "--repeat", "1"]).match(/^signature ([0-9a-f]{16})$/m)[1];
  for (let which = 0; which < sixfold.benchSize(); ++which)
    assert.ok(sixfold.benchRun(which).count > 0);
  assert.equal(sixfold.benchSignature(), expected);
});
