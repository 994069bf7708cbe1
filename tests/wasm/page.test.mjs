// What the web app asks the module: local games, previews, layouts, replays.
import assert from "node:assert/strict";
import { test } from "node:test";

import { actsOf, editions, goldenRecords, linesOf, textOf } from "./fixtures.mjs";
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

const begin = (plan) => sixfold.ask("game_begin", plan);
// An act of the player whose hand is shown.
const act = ({ game, you }, what, turns) =>
  sixfold.ask("game_act", { game, seat: you, turns, act: what });
const onlyPeople = (plan) => ({ ...plan, seats: plan.seats.map(({ name }) => ({ name })) });

// Plays a game of bots to the end and calls `before` with every table.
function playOut(shown, before = () => {}) {
  for (let step = 0; !shown.end; ++step) {
    assert.ok(step < 1000);
    before(shown);
    shown = sixfold.ask("game_bot", { game: shown.game });
    assert.equal(shown.error, undefined);
  }
  return shown;
}

// What a page stores, of a game whose turns have all been asked for.
const savedText = ({ saved: { head, turns, tail } }) => head + turns.join(",") + tail;

// The view of the player to move in a game that one person plays alone against nobody yet.
const ownView = (edition, seed = 5) => {
  let shown = begin(onlyPeople(planFor(edition, 2, seed)));
  if (shown.covered !== null) shown = sixfold.ask("game_reveal", { game: shown.game });
  return shown;
};

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
  assert.deepEqual(editionNamed("star-wars").options, {
    opening: "largest-set",
    tie: "youngest",
    bag: "full",
  });
  const bagOf = (name) => editionNamed(name).choices.find(({ option }) => option === "bag").values;
  assert.deepEqual(bagOf("base"), ["full", "small"]);
  assert.deepEqual(bagOf("cubes"), ["full"]);
  assert.deepEqual(
    editionNamed("select").tableaus.map(({ kind, turns }) => `${kind} ${turns}`),
    ["select 0", "select 1", "select 3", "select 2"],
  );
  assert.equal(editionNamed("connect").board.black.length, 24);
  assert.equal(editionNamed("base").board, undefined);
});

for (const edition of editions)
  test(`a local game of ${edition} ends in a record that verifies`, () => {
    const shown = playOut(begin(planFor(edition, 3)), (table) =>
      assert.equal(sixfold.verify(savedText(table)), ""),
    );
    assert.equal(sixfold.verify(savedText(shown)), "");
    assert.equal(sixfold.verify(shown.record), "");
    assert.equal(JSON.parse(shown.record).local, undefined);
    assert.equal(JSON.parse(shown.record).end.reason, shown.end.reason);
    assert.ok(shown.winners.length > 0);
  });

for (const edition of editions)
  test(`people who play ${edition} as the bots did see it told in pieces, with every point`, () => {
    const whole = playOut(begin(planFor(edition)));
    const { turns } = JSON.parse(whole.record);
    let shown = begin(onlyPeople(planFor(edition)));
    const history = [...shown.view.history];
    const scores = [...shown.scores];
    let placed = 0;
    for (const what of turns.flatMap(actsOf)) {
      if (shown.covered !== null)
        shown = sixfold.ask("game_reveal", { game: shown.game, turns: history.length });
      assert.equal(shown.you, shown.view.turn);
      assert.equal(shown.preview.reason, "no_tiles");
      if (what.place) {
        const view = { ...shown.view, history };
        const laid = sixfold.ask("preview", { view, place: what.place });
        assert.equal(laid.legal, true);
        const [tile, cell] = what.place[0].split("@");
        if (what.place.length === 1) assert.ok(shown.preview.fits[tile].includes(cell));
        const sum = laid.score.items.reduce(
          (all, item) => all + (item.for === "out" ? 0 : item.points),
          0,
        );
        assert.equal(laid.score.points, sum);
        const next = act(shown, what, history.length);
        assert.deepEqual(next.scores[0], laid.score);
        assert.equal(next.view.history[0].points, laid.score.points);
        shown = next;
        ++placed;
      } else {
        shown = act(shown, what, history.length);
      }
      assert.equal(shown.error, undefined);
      assert.equal(shown.turns, history.length);
      history.push(...shown.view.history);
      scores.push(...shown.scores);
    }
    assert.ok(shown.end);
    assert.ok(placed > 10);
    const all = sixfold.ask("game_open", { saved: savedText(whole) });
    assert.deepEqual(history, all.view.history);
    assert.deepEqual(scores, all.scores);
  });

test("the score sheet takes every golden game apart", () => {
  for (const edition of editions)
    for (const record of goldenRecords(edition)) {
      const { turns } = JSON.parse(record);
      const { view } = sixfold.ask("replay", { record, turn: turns.length });
      const { end } = JSON.parse(record);
      const sheet = sixfold.ask("score_sheet", { view, end });
      assert.equal(sheet.error, undefined);
      sheet.turns.forEach((score, i) => assert.equal(score?.points, turns[i].points));
      const out = sheet.turns.at(-1)?.items.find((item) => item.for === "out");
      assert.equal(out?.points, end.reason === "out" ? end.bonus : undefined);
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
  let shown = begin({ ...onlyPeople(planFor("cubes")), opener: 0 });
  const { turns } = JSON.parse(playOut(begin({ ...planFor("cubes"), opener: 0 })).record);
  for (const what of actsOf(turns[0])) shown = act(shown, what);
  const { view } = shown;
  assert.ok(view.acts.includes("roll"));
  const roll = { roll: view.hand.slice(0, 4) };
  const other = sixfold.ask("game_open", { saved: savedText(shown) });
  const rolled = act(shown, roll);
  assert.deepEqual({ ...act(other, roll), game: 0 }, { ...rolled, game: 0 });
  assert.ok(!rolled.view.acts.includes("roll"));
  const opened = sixfold.ask("game_open", { saved: savedText(rolled) });
  assert.deepEqual({ ...opened, game: 0 }, { ...rolled, game: 0 });
  const back = sixfold.ask("game_undo", { game: rolled.game, turn: view.history.length });
  assert.deepEqual(back.view, view);
});

// Saved by version 1.0.0, each with what its bot and its people did next.
test("games saved by earlier versions open, and their bots move as they would have", () => {
  for (const line of linesOf("tests/wasm/saved-games.jsonl")) {
    const { saved, revealed, acts } = JSON.parse(line);
    let shown = sixfold.ask("game_open", { saved: JSON.stringify(saved), revealed });
    assert.equal(shown.you, shown.view.variant === "cubes" ? 0 : revealed);
    for (const { seat, act: what } of acts) {
      assert.equal(shown.view.turn, seat);
      if (shown.covered !== null) shown = sixfold.ask("game_reveal", { game: shown.game });
      if (!shown.bot) {
        shown = act(shown, what);
        continue;
      }
      // A person in the bot's place, who does the same.
      const same = JSON.parse(savedText(shown));
      same.local.bots.fill("");
      const other = sixfold.ask("game_open", { saved: JSON.stringify(same), revealed: seat });
      const reached = (table) => {
        const { turns, local } = JSON.parse(savedText(table));
        return { turns, steps: local.steps, answers: local.answers };
      };
      shown = sixfold.ask("game_bot", { game: shown.game });
      assert.deepEqual(reached(shown), reached(act(other, what)));
    }
  }
});

test("a person goes back to any of their turns, and chance is the same again", () => {
  const plan = planFor("select");
  plan.seats[0] = { name: "Ann" };
  const play = (shown) => {
    while (shown.bot) shown = sixfold.ask("game_bot", { game: shown.game });
    return shown;
  };
  let shown = play(begin({ ...plan, opener: 0 }));
  const tables = [];
  for (let i = 0; i < 4; ++i) {
    tables.push(shown);
    const hint = sixfold.ask("hint", { view: shown.view, simulations: 10 });
    shown = play(act(shown, hint.act));
  }
  for (const table of tables.toReversed()) {
    const turn = table.view.history.length;
    assert.deepEqual(sixfold.ask("game_undo", { game: shown.game, turn }), table);
  }
  assert.equal(sixfold.ask("game_undo", { game: shown.game, turn: 7 }).error.code, "turn");
});

test("the hand of a player is covered until the screen has been passed on", () => {
  const shown = begin(onlyPeople(planFor("base")));
  assert.equal(shown.you, null);
  assert.equal(shown.covered, shown.view.turn);
  assert.deepEqual(shown.view.hand, []);
  const revealed = sixfold.ask("game_reveal", { game: shown.game });
  assert.deepEqual([revealed.you, revealed.covered], [shown.covered, null]);
  const { hands } = JSON.parse(savedText(revealed));
  assert.deepEqual(revealed.view.hand.toSorted(), hands[revealed.you].toSorted());
  assert.ok(revealed.view.seats.every((other) => other.hand === undefined));
  const again = sixfold.ask("game_open", { saved: savedText(revealed) });
  assert.equal(again.you, revealed.you);
});

test("illegal acts are refused with the reason and the cell", () => {
  const shown = ownView("base");
  const { view } = shown;
  const far = view.hand.slice(0, 2).map((tile, i) => `${tile}@${i * 5},${i}`);
  const { error } = act(shown, { place: far });
  assert.deepEqual([error.code, error.reason], ["illegal", "not_one_line"]);
  assert.equal(act(shown, { pass: true }).error.reason, "act_not_open");
  assert.equal(sixfold.ask("preview", { view, place: far }).reason, "not_one_line");
});

test("who resigns leaves, and the other wins", () => {
  const plan = planFor("base");
  plan.seats[1] = { name: "Bob" };
  const left = act(begin(plan), { leave: true });
  assert.deepEqual([left.end, left.winners], [{ reason: "resigned", seat: 1 }, [0]]);
  assert.equal(sixfold.verify(savedText(left)), "");
});

test("nobody acts for a bot, or before seeing what the bots did", () => {
  const plan = planFor("base", 3);
  plan.seats[0] = { name: "Ann" };
  let shown = begin({ ...plan, options: { opening: "youngest" }, opener: 0 });
  assert.equal(shown.view.turn, 0);
  const known = () => shown.turns + shown.view.history.length;
  const trade = () => ({ trade: [shown.view.hand[0]] });
  const refused = (table, what, turns) => {
    const { error } = act(table, what, turns);
    assert.equal(error?.reason, "not_your_turn");
  };
  const hint = sixfold.ask("hint", { view: shown.view, simulations: 10 });
  shown = act(shown, hint.act);
  const before = known();
  shown = sixfold.ask("game_bot", { game: shown.game });
  refused(shown, trade(), known());
  refused({ ...shown, you: 2 }, trade(), known());
  refused({ ...shown, you: 2 }, { leave: true }, known());
  shown = sixfold.ask("game_bot", { game: shown.game });
  assert.equal(shown.view.turn, 0);
  refused(shown, trade(), before);
  assert.equal(act(shown, trade(), known()).error, undefined);
});

test("who resigns while a bot thinks is the player who asked for it", () => {
  const plan = planFor("base", 3);
  plan.seats[0] = { name: "Ann" };
  plan.seats[2] = { name: "Ben" };
  let shown = begin({ ...plan, options: { opening: "youngest" }, opener: 0 });
  shown = sixfold.ask("game_reveal", { game: shown.game });
  assert.equal(shown.you, 0);
  const hint = sixfold.ask("hint", { view: shown.view, simulations: 10 });
  shown = act(shown, hint.act);
  assert.deepEqual([shown.you, shown.bot], [0, "greedy"]);
  const after = sixfold.ask("game_bot", { game: shown.game });
  assert.equal(after.covered, 2);
  const left = act(shown, { leave: true }, shown.view.history.length);
  assert.deepEqual(
    left.view.seats.map((seat) => seat.in),
    [false, true, true],
  );
  assert.ok(act(shown, { leave: true }).error);
});

test("a malformed question changes nothing", () => {
  const { game } = begin(planFor("base"));
  assert.equal(sixfold.ask("game_bot", { game, turns: "x" }).error.code, "type");
  assert.equal(sixfold.ask("game_bot", { game }).view.history.length, 1);
});

test("a game that is closed is gone, and its memory is used again", () => {
  const plan = planFor("connect");
  const play = () => {
    const { game } = playOut(begin(plan));
    assert.deepEqual(sixfold.ask("game_close", { game }), {});
    return game;
  };
  const gone = play();
  assert.equal(sixfold.ask("game_bot", { game: gone }).error.code, "game");
  play();
  const before = sixfold.exports.memory.buffer.byteLength;
  for (let i = 0; i < 30; ++i) play();
  assert.equal(sixfold.exports.memory.buffer.byteLength, before);
});

test("a game with a small bag is short, and its record is valid", () => {
  const plan = planFor("base");
  const shown = begin({ ...plan, options: { ...plan.options, bag: "small" } });
  assert.equal(shown.view.bag, 36 - 6 * plan.seats.length);
  const over = playOut(shown);
  assert.equal(JSON.parse(over.record).options.bag, "small");
  assert.equal(sixfold.verify(over.record), "");
  assert.ok(over.view.history.length < 40, `${over.view.history.length} turns`);
});

test("the rack follows the hand, and is sorted by colour, then by shape", () => {
  const { view } = ownView("base");
  const tiles = (rack) => rack.map(({ tile }) => tile);
  const first = sixfold.ask("rack", { view, rack: [] });
  assert.deepEqual(tiles(first.rack), view.hand);
  assert.ok(first.rack.every(({ id, fresh }) => id === 0 && fresh === undefined));
  const held = view.hand.map((tile, i) => ({ id: i + 1, tile, cell: i === 2 ? "0,0" : null, laid: 1 }));
  const other = { ...view, hand: view.hand.slice(1) };
  const next = sixfold.ask("rack", { view: other, rack: held.toReversed() });
  assert.deepEqual(
    next.rack.map(({ id }) => id),
    [6, 5, 4, 3, 2],
  );
  assert.equal(next.rack[3].cell, "0,0");
  assert.equal(next.preview.score.points, 1);
  const rack = ["Px", "Rs", "Oc", "Rc"].map((tile, i) => ({ id: i + 1, tile, cell: null }));
  const byColour = sixfold.ask("sort", { rack }).rack;
  assert.deepEqual(tiles(byColour), ["Rc", "Rs", "Oc", "Px"]);
  assert.deepEqual(tiles(sixfold.ask("sort", { rack: byColour }).rack), ["Rc", "Oc", "Rs", "Px"]);
  assert.deepEqual(tiles(sixfold.ask("sort", { rack, by: "shape" }).rack), ["Rc", "Oc", "Rs", "Px"]);
  assert.equal(sixfold.ask("sort", { rack, by: "size" }).error.code, "by");
});

test("once the game is over, placed tiles are back in the hand", () => {
  const { view } = ownView("base");
  const rack = view.hand.map((tile, i) => ({ id: i + 1, tile, cell: i === 2 ? "0,0" : null, laid: 1 }));
  assert.equal(sixfold.ask("rack", { view, rack, end: null }).rack[2].cell, "0,0");
  const over = sixfold.ask("rack", { view, rack, end: { reason: "resigned", seat: 1 } });
  assert.ok(over.rack.every(({ cell }) => cell === null));
});

test("what is typed is read in the page's language", () => {
  for (const [language, text, answer] of [
    ["de", "tauschen Rc Gs", { act: { trade: ["Rc", "Gs"] } }],
    ["de", "Aussetzen", { act: { pass: true } }],
    ["fr", "Échanger Rc", { act: { trade: ["Rc"] } }],
    ["en", "  rC @ 0 , −3 ", { act: { place: ["Rc@0,-3"] } }],
    ["en", "take Yd@3,4", { act: { take: "Yd@3,4" } }],
    ["en", "roll", { act: { roll: [] } }],
    ["en", "play", { play: true }],
  ]) {
    const messages = JSON.parse(textOf(`messages/${language}.json`));
    const commands = Object.fromEntries(
      ["trade", "roll", "take", "pass", "play"].map((one) => [one, messages[`command.${one}`]]),
    );
    assert.deepEqual(sixfold.ask("typed", { text, commands }), answer);
    for (const bad of ["", "Rc", "Zc@0,0", "Rc@0", "Rc@01,0", "trade", "trade Rz", "go", "play it"])
      assert.equal(sixfold.ask("typed", { text: bad, commands }).error.code, "typed", bad);
  }
});

test("hints are for tables that agreed to them, and for those who play against bots", () => {
  const allowed = (agreed, people) => sixfold.ask("hints", { agreed, people }).allowed;
  assert.deepEqual(
    [allowed(false, 1), allowed(false, 2), allowed(true, 3)],
    [true, false, true],
  );
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
  const { view } = ownView("base");
  const { act } = sixfold.ask("hint", { view, simulations: 10 });
  const judged = sixfold.ask("judge", { view, act, simulations: 30 });
  assert.deepEqual(judged.played.act.place.toSorted(), act.place.toSorted());
  assert.ok(judged.best.length > 0 && judged.given_up >= 0);
  const refused = (wrong) => sixfold.ask("judge", { view, act: wrong, simulations: 30 }).error;
  assert.equal(refused({ place: [`${view.hand[0]}@0,0`, `${view.hand[0]}@5,5`] }).code, "illegal");
  assert.equal(refused({ trade: view.hand.slice(0, 1) }).reason, "act_not_open");
  assert.equal(refused({ pass: true }).reason, "act_not_open");
  assert.equal(
    sixfold.ask("judge", { view: { ...view, seat: null, hand: [], acts: [] }, act, simulations: 30 })
      .error.code,
    "view",
  );
});

test("questions that cannot be answered get an error", () => {
  const names = ["layout", "position", "preview", "rack", "sort", "typed", "hints", "score_sheet", "replay"];
  names.push("game_begin", "game_open", "game_act", "game_bot", "game_reveal", "game_undo");
  names.push("game_close", "check_fair");
  names.push("review", "review_turn", "judge", "hint");
  for (const name of names)
    for (const text of ["", "[]", "{}", "{", '{"game":-1,"view":[],"record":{}}', '{"game":"{}"}'])
      assert.notEqual(JSON.parse(sixfold.askText(name, text)).error.code, "", `${name} ${text}`);
});
