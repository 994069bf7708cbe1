// What the web app asks the module: local games, previews, layouts, replays.
import assert from "node:assert/strict";
import { test } from "node:test";

import { editions, goldenRecords } from "./fixtures.mjs";
import { loadSixfold } from "./loader.mjs";

const sixfold = await loadSixfold();
const catalogue = sixfold.catalogue();
const editionNamed = (name) => catalogue.editions.find((edition) => edition.name === name);

const planFor = (name, seats = 2, seed = 5) => {
  const { variant, theme, options } = editionNamed(name);
  return {
    variant,
    theme,
    options,
    seats: Array.from({ length: seats }, (_, i) => ({ name: `p${i}`, bot: "greedy" })),
    seed,
  };
};

const viewOf = (game, seat) => sixfold.ask("game_view", { game, seat });
const actOf = (view, stream) =>
  sixfold.ask("bot", { id: 1, view, bot: "greedy", seed: 3, stream, budget_ms: 10 }).act;

// Plays to the end, calling `before` with the game and the view of the player to move.
function playOut(game, before = () => {}) {
  for (let step = 0; ; ++step) {
    assert.ok(step < 1000);
    const seen = viewOf(game, null);
    if (seen.end) return { game, seen };
    const seat = seen.view.turn;
    const { view } = viewOf(game, seat);
    before(game, view, step);
    const answer = sixfold.ask("game_act", { game, seat, act: actOf(view, step) });
    assert.equal(answer.error, undefined);
    game = answer.game;
  }
}

test("the catalogue names every edition, its options and its board", () => {
  assert.deepEqual(
    catalogue.editions.map(({ name }) => name),
    editions,
  );
  const levels = catalogue.bots.map(({ name }) => name);
  assert.ok(levels.includes("greedy") && !levels.includes("random"));
  assert.equal(levels.at(-1), "master");
  const [opening, tie] = editionNamed("base").choices;
  assert.deepEqual(opening, { option: "opening", values: ["largest-set", "youngest"] });
  assert.deepEqual(tie.only_if, { opening: "largest-set" });
  assert.deepEqual(editionNamed("connect").choices[0].values, ["youngest"]);
  assert.deepEqual(editionNamed("star-wars").options, { opening: "largest-set", tie: "youngest" });
  assert.deepEqual(
    editionNamed("select").tableaus.map(({ kind, turns }) => `${kind} ${turns}`),
    ["select 0", "select 1", "select 3", "select 2"],
  );
  assert.equal(editionNamed("connect").board.black.length, 24);
  assert.equal(editionNamed("base").board, undefined);
});

for (const edition of editions)
  test(`a local game of ${edition} ends in a record that verifies`, () => {
    const { game } = sixfold.ask("new_game", planFor(edition, 3));
    const { game: finished, seen } = playOut(game, (saved) =>
      assert.equal(sixfold.verify(saved), ""),
    );
    assert.equal(sixfold.verify(finished), "");
    assert.equal(JSON.parse(finished).end.reason, seen.end.reason);
    assert.ok(seen.winners.length > 0);
  });

for (const edition of editions)
  test(`what is played in ${edition} scores as its preview said`, () => {
    const { game } = sixfold.ask("new_game", planFor(edition));
    let placed = 0;
    playOut(game, (_, view, step) => {
      const { place } = actOf(view, step);
      const before = sixfold.ask("preview", { view, place: [] });
      assert.equal(before.legal, false);
      assert.equal(before.reason, "no_tiles");
      if (!place) return;
      const laid = sixfold.ask("preview", { view, place });
      assert.equal(laid.legal, true);
      const [tile, cell] = place[0].split("@");
      if (place.length === 1) assert.ok(before.fits[tile].includes(cell));
      const sum =
        laid.score.lines.reduce((all, line) => all + line.cells.length + (line.bonus ?? 0), 0) +
        (laid.score.bonus ?? []).reduce((all, [, value]) => all + value, 0) +
        (laid.score.lone ?? 0);
      assert.equal(laid.score.points, sum);
      const after = sixfold.ask("game_act", { game: _, seat: view.seat, act: { place } });
      const last = viewOf(after.game, null).view.history[view.history.length];
      assert.equal(last.points, laid.score.points);
      ++placed;
    });
    assert.ok(placed > 10);
  });

test("the score sheet takes every golden game apart", () => {
  for (const edition of editions)
    for (const record of goldenRecords(edition)) {
      const { turns } = JSON.parse(record);
      const { view } = sixfold.ask("replay", { record, turn: turns.length });
      const sheet = sixfold.ask("score_sheet", { view });
      assert.equal(sheet.error, undefined);
      sheet.turns.forEach((score, i) => assert.equal(score?.points, turns[i].points));
    }
});

test("a replay shows every moment, with the hands that the record lays open", () => {
  const record = goldenRecords("select")[0];
  const { turns, hands, opener } = JSON.parse(record);
  const first = sixfold.ask("replay", { record, turn: 0 });
  assert.equal(first.turns, turns.length);
  assert.deepEqual(
    first.hands.map((hand) => hand.toSorted()),
    hands.map((hand) => hand.toSorted()),
  );
  assert.equal(first.view.turn, opener);
  assert.equal(first.end, undefined);
  assert.ok(sixfold.ask("replay", { record, turn: turns.length }).end);
});

test("a game restored in mid-turn goes on as if nothing had happened", () => {
  let { game } = sixfold.ask("new_game", { ...planFor("cubes"), opener: 0 });
  const opener = viewOf(game, null).view.turn;
  ({ game } = sixfold.ask("game_act", {
    game,
    seat: opener,
    act: actOf(viewOf(game, opener).view, 0),
  }));
  const seat = viewOf(game, null).view.turn;
  const { view } = viewOf(game, seat);
  assert.ok(view.acts.includes("roll"));
  const roll = { game, seat, act: { roll: view.hand.slice(0, 4) } };
  const rolled = sixfold.ask("game_act", roll);
  assert.deepEqual(sixfold.ask("game_act", roll), rolled);
  const after = viewOf(rolled.game, seat).view;
  assert.ok(!after.acts.includes("roll"));
  assert.deepEqual(viewOf(rolled.game, seat).view, after);
});

test("the seats see only what is theirs", () => {
  const { game } = sixfold.ask("new_game", planFor("base", 4));
  const hands = JSON.parse(game).hands;
  for (let seat = 0; seat < 4; ++seat) {
    const { view } = viewOf(game, seat);
    assert.deepEqual(view.hand.toSorted(), hands[seat].toSorted());
    assert.ok(view.seats.every((other) => other.hand === undefined));
  }
  assert.deepEqual(viewOf(game, null).view.hand, []);
});

test("illegal acts are refused with the reason and the cell", () => {
  const { game } = sixfold.ask("new_game", planFor("base"));
  const seat = viewOf(game, null).view.turn;
  const { view } = viewOf(game, seat);
  const far = view.hand.slice(0, 2).map((tile, i) => `${tile}@${i * 5},${i}`);
  const { error } = sixfold.ask("game_act", { game, seat, act: { place: far } });
  assert.deepEqual([error.code, error.reason], ["illegal", "not_one_line"]);
  assert.equal(
    sixfold.ask("game_act", { game, seat: 1 - seat, act: { pass: true } }).error.reason,
    "not_your_turn",
  );
  assert.equal(sixfold.ask("preview", { view, place: far }).reason, "not_one_line");
});

test("who resigns leaves, and the other wins", () => {
  const { game } = sixfold.ask("new_game", planFor("base"));
  const left = sixfold.ask("game_act", { game, seat: 1, act: { leave: true } });
  const { end, winners } = viewOf(left.game, 0);
  assert.deepEqual([end, winners], [{ reason: "resigned", seat: 1 }, [0]]);
  assert.equal(sixfold.verify(left.game), "");
});

test("boards are assembled, drawn by hand, or left to chance", () => {
  const { tableaus, board } = editionNamed("select-connect");
  assert.deepEqual(sixfold.ask("layout", { tableaus }).board, board);
  const turned = tableaus.map((tableau) => ({ ...tableau, turns: 1 }));
  assert.deepEqual(
    sixfold.ask("layout", { tableaus: turned }).tableaus.map(({ turns }) => turns),
    [1, 1, 1, 1],
  );
  const rows = ["......", ".S.*..", "..B...", "....2.", "......", "......"];
  assert.deepEqual(sixfold.ask("layout", { rows }).board, {
    size: [6, 6],
    stars: ["3,1"],
    starts: ["1,1"],
    bonus: [["4,3", 2]],
    black: ["2,2"],
  });
  assert.equal(sixfold.ask("layout", { rows: ["?"] }).error.code, "board");
  assert.equal(sixfold.ask("layout", { variant: "base", seed: 1 }).error.code, "board");
  assert.ok(sixfold.ask("layout", { variant: "connect", seed: 1 }).tableaus);
});

test("a review made turn by turn has the acts of the whole", () => {
  for (const edition of ["base", "cubes", "select"]) {
    const { end, scores, winners, ...golden } = JSON.parse(goldenRecords(edition)[0]);
    const record = JSON.stringify({ ...golden, turns: golden.turns.slice(0, 4) });
    const whole = sixfold.ask("review", { record, simulations: 30 });
    const pieces = [1, 2, 3, 4].flatMap(
      (turn) => sixfold.ask("review_turn", { record, turn, simulations: 30 }).acts,
    );
    const withoutLuck = ({ luck, view, ...act }) => act;
    assert.deepEqual(pieces.map(withoutLuck), whole.acts.map(withoutLuck));
    for (const { view, seat } of pieces) assert.equal(view.seat, seat);
  }
});

test("an act laid in a position is judged, and refused where the rules do", () => {
  const { game } = sixfold.ask("new_game", planFor("base"));
  const seat = viewOf(game, null).view.turn;
  const { view } = viewOf(game, seat);
  const act = actOf(view, 1);
  const judged = sixfold.ask("judge", { view, act, simulations: 30 });
  assert.deepEqual(judged.played.act.place.toSorted(), act.place.toSorted());
  assert.ok(judged.best.length > 0 && judged.given_up >= 0);
  const refused = (wrong) => sixfold.ask("judge", { view, act: wrong, simulations: 30 }).error;
  assert.equal(refused({ place: [`${view.hand[0]}@0,0`, `${view.hand[0]}@5,5`] }).code, "illegal");
  assert.equal(refused({ trade: view.hand.slice(0, 1) }).reason, "act_not_open");
  assert.equal(refused({ pass: true }).reason, "act_not_open");
  assert.equal(
    sixfold.ask("judge", { view: viewOf(game, null).view, act, simulations: 30 }).error.code,
    "view",
  );
});

test("questions that cannot be answered get an error", () => {
  const names = ["layout", "new_game", "game_view", "game_act"];
  names.push("preview", "score_sheet", "replay", "check_fair", "bot");
  names.push("review", "review_turn", "judge", "hint");
  for (const name of names)
    for (const text of ["", "[]", "{}", "{", '{"game":7,"view":[],"record":{}}', '{"game":"{}"}'])
      assert.notEqual(JSON.parse(sixfold.askText(name, text)).error.code, "", `${name} ${text}`);
});
