// Playing on in the study board: moves of one's own, variations by people and bots, a tree of them
// that is kept and saved with the game, and mistakes as exercises.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { eventually, program } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, recordOf } from "./states.mjs";
import { finished, openReview as open, titleOf } from "./study.mjs";

const { server: files, chrome } = stage();
const folder = mkdtempSync(join(tmpdir(), "sixfold-variations-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the review at a turn. */
async function openAt(record, turn, options) {
  const page = await open(chrome.browser, files.url, record, options);
  await page.goto(`${files.url}/review?turn=${turn}`);
  await finished(page);
  await titleOf(page, new RegExp(`^Turn ${turn}: `));
  return page;
}
const reviewed = (record, turn) =>
  ask("review_turn", { record, turn, simulations: 100 }).acts.at(-1);
const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** The tiles of a placement in an order in which each one fits when it is placed. */
function inOrder(view, place) {
  const done = [];
  for (const left = [...place]; left.length > 0;) {
    const { fits } = ask("preview", { view, place: done });
    const at = left.findIndex((one) => fits[one.split("@")[0]]?.includes(one.split("@")[1]));
    done.push(...left.splice(Math.max(0, at), 1));
  }
  return done;
}
async function lay(page, view, placed) {
  for (const one of inOrder(view, placed)) {
    const [tile, cell] = one.split("@");
    await page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first().click();
    await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
    await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  }
}
const tiles = (page) =>
  page
    .locator(".board .cell[data-tile]")
    .evaluateAll((all) => all.map((one) => `${one.dataset.tile}@${one.dataset.cell}`).sort());
const variations = (page) => page.locator(".variations");
const countMoves = (page, count) =>
  eventually(
    () => variations(page).locator(".move").count(),
    (found) => found === count,
  ).then((found) => assert.equal(found, count));

test("a move of one's own has the figure of the list, and joins it if it is new", async () => {
  const record = recordOf("base", 8);
  const act = reviewed(record, 6);
  const page = await openAt(record, 6);
  const listed = act.candidates.findLast(
    ({ act: { place } }) => place && JSON.stringify(place) !== JSON.stringify(act.played.act.place),
  );
  await page.getByRole("button", { name: "Try your own" }).click();
  // What was played is no hint.
  assert.equal(await page.locator(".cell.played, .cell.better").count(), 0);
  await lay(page, act.view, listed.act.place);
  await page.getByRole("button", { name: "Judge it" }).click();
  const own = page.getByRole("group", { name: "Your move" });
  await own.waitFor();
  assert.equal(await own.locator("strong").innerText(), percent(listed.chances[act.seat]));
  await page.getByRole("button", { name: /^All \d+ moves$/ }).click();
  const rows = page.locator(".compare tbody tr");
  assert.equal(await rows.count(), act.candidates.length);
  const row = rows.filter({ hasText: "Your move" });
  assert.equal(await row.locator("td b").innerText(), percent(listed.chances[act.seat]));

  // A tile that was only put somewhere: all that the list lacks joins it.
  const { fits } = ask("preview", { view: act.view, place: [] });
  const known = act.candidates.map(({ act: { place = [] } }) => place.toSorted().join());
  const fresh = Object.entries(fits)
    .flatMap(([tile, cells]) => cells.map((cell) => `${tile}@${cell}`))
    .find((one) => !known.includes(one));
  await page.keyboard.press("a");
  await lay(page, act.view, [fresh]);
  await page.getByRole("button", { name: "Judge it" }).click();
  const tried = page.locator(".option:not(.solid)").filter({ hasText: "Your move" });
  await tried.waitFor();
  // What gives up more than the best move is not marked like a better one, and says so.
  assert.match(
    await tried.innerText(),
    /That gives up \d+\.\d% compared with the best move found\./,
  );
  assert.match(await tried.getAttribute("class"), /\b(warn|bad)\b/);
  const frame = page.locator(".cell.better .ring");
  assert.match(await frame.first().getAttribute("class"), /\b(warn|bad)\b/);
  await page.getByRole("button", { name: `All ${act.candidates.length + 1} moves` }).waitFor();
  await page.keyboard.press("a");
  await eventually(
    () => rows.count(),
    (count) => count === act.candidates.length + 1,
  );
  assert.equal(await rows.count(), act.candidates.length + 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("play on: one's own move, an answer of any level, back, and another way", async () => {
  const record = recordOf("base", 12);
  const act = reviewed(record, 5);
  const page = await openAt(record, 5);
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await page.getByText("Make a move on the board, or let a bot make one.").waitFor();
  const other = act.candidates.find(
    ({ act: { place } }) => place && JSON.stringify(place) !== JSON.stringify(act.played.act.place),
  );
  await lay(page, act.view, other.act.place);
  await page.getByRole("button", { name: /^Play \+/ }).click();
  await titleOf(page, /^Turn 6: /);
  await countMoves(page, 1);
  const placed = (there) => other.act.place.every((one) => there.includes(one));
  assert.ok(placed(await eventually(() => tiles(page), placed)));
  for (const [level, turn] of [
    ["Beginner", 7],
    ["Skilled", 8],
  ]) {
    await page.getByLabel("Who answers").selectOption({ label: level });
    await page.getByRole("button", { name: "Let the bot move" }).click();
    await titleOf(page, new RegExp(`^Turn ${turn}: `));
  }
  await countMoves(page, 3);
  // Each move of the variation is judged like those of the game.
  await page.keyboard.press("ArrowLeft");
  await titleOf(page, /^Turn 7: /);
  await page.locator(".verdict").waitFor();
  await page.keyboard.press("ArrowLeft");
  await titleOf(page, /^Turn 6: /);
  await page.locator(".verdict").waitFor();
  assert.ok(placed(await eventually(() => tiles(page), placed)));
  // Another way from there is another branch.
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  await page.locator(".rack > .tile").first().click();
  await page.getByRole("button", { name: "Trade 1 tile" }).click();
  await titleOf(page, /^Turn 7: /);
  await countMoves(page, 4);
  // Back in the game all is as it was.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await titleOf(page, /^Turn 5: /);
  await page.locator(".cell.played").first().waitFor();
  assert.equal(await page.locator(".moves .move").count(), 12);

  await page.reload();
  await titleOf(page, /^Turn 5: /);
  await countMoves(page, 4);
  await variations(page).locator(".move").nth(1).click();
  await titleOf(page, /^Turn 6: /);
  await page.waitForURL(/line=/);
  await page.reload();
  await titleOf(page, /^Turn 6: /);
  await variations(page).locator(".move[aria-current]").waitFor();

  // The game is saved with its variations, which other readers ignore.
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save this game" }).click();
  const file = join(folder, "saved.jsonl");
  await (await saving).saveAs(file);
  const saved = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(
    saved.variations.map(({ after, turns }) => [after, turns.length]),
    [
      [4, 3],
      [4, 2],
    ],
  );
  assert.match(execFileSync(program, ["verify", file], { encoding: "utf8" }), /1 passed, 0 failed/);
  // Each of them is a record of its own.
  for (const { after: from, turns } of saved.variations) {
    const { variations: _, ...game } = saved;
    const line = { ...game, turns: [...game.turns.slice(0, from), ...turns] };
    assert.equal(
      ask("replay", { record: JSON.stringify(line), turn: 99 }).turns,
      from + turns.length,
    );
  }
  // Whoever opens the file has them, too.
  const friend = await openAt(JSON.stringify(saved), 5);
  await countMoves(friend, 4);
  await friend.context().close();

  await variations(page)
    .getByRole("button", { name: /^Delete this variation/ })
    .first()
    .click();
  await countMoves(page, 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a variation goes on to the end of its game", async () => {
  const record = recordOf("base");
  const turns = JSON.parse(record).turns.length;
  const page = await openAt(record, turns - 2);
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  const over = page.getByText("This variation has come to its end.");
  const answer = page.getByRole("button", { name: "Let the bot move" });
  for (let made = 1; (await over.count()) === 0; ++made) {
    await answer.click();
    await countMoves(page, made);
    await over
      .or(answer.and(page.locator(":enabled")))
      .first()
      .waitFor();
  }
  // Its last move is judged, and it can be opened again.
  await page.keyboard.press("ArrowLeft");
  await page.locator(".verdict").waitFor();
  await page.keyboard.press("End");
  await over.waitFor();
  await page.reload();
  await over.waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

describe("play on in every kind of game", () => {
  for (const edition of ["cubes", "select", "connect"])
    test(`a bot continues a game of ${edition}`, async () => {
      const record = recordOf(edition, 8);
      const page = await openAt(record, 6);
      await page.getByRole("button", { name: "Play on", exact: true }).click();
      for (const turn of [7, 8, 9]) {
        await page.getByRole("button", { name: "Let the bot move" }).click();
        await titleOf(page, new RegExp(`^Turn ${turn}: `));
      }
      await countMoves(page, 3);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });

  test("the second act of a turn can be played on from", async () => {
    const record = recordOf("cubes", 8);
    const { turns } = JSON.parse(record);
    const turn = turns.findIndex(({ roll, place }) => roll && place) + 1;
    const page = await openAt(record, turn);
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(new RegExp(`turn=${turn}\\.2$`));
    const hand = () =>
      page.locator(".rack > .tile").evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
    const faces = turns[turn - 1].roll.faces;
    await eventually(hand, (held) => faces.every((face) => held.includes(face)));
    await page.getByRole("button", { name: "Play on", exact: true }).click();
    const [, act] = ask("review_turn", { record, turn, simulations: 100 }).acts;
    await lay(page, act.view, act.candidates.find((move) => move.act.place).act.place);
    await page.getByRole("button", { name: /^Play \+/ }).click();
    await titleOf(page, new RegExp(`^Turn ${turn + 1}: `));
    await countMoves(page, 1);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
});

test("mistakes come as exercises, and one's own try is judged", async () => {
  const record = JSON.parse(recordOf("base", 24));
  record.players = [{ name: "You" }, { name: "Mira" }];
  const text = JSON.stringify(record);
  const page = await open(chrome.browser, files.url, text);
  await finished(page);
  const beside = page.getByRole("button", { name: "Edit this position" });
  const before = await beside.boundingBox();
  await page.getByRole("button", { name: /^Learn from/ }).click();
  const compare = page.locator(".compare");
  await compare.getByRole("heading", { name: /^Exercise/ }).waitFor();
  assert.deepEqual(await beside.boundingBox(), before, "nothing jumps");
  await compare.getByText(/gave up \d+\.\d% here\. Find a better one\.$/).waitFor();
  assert.equal(await page.locator(".cell.played, .cell.better").count(), 0);
  const turn = Number(/\d+/.exec(await page.locator(".chips h2").innerText())[0]);
  const { played, candidates, seat, view } = reviewed(text, turn);
  assert.equal(seat, 0);
  // The same mistake again.
  const act = async (what) => {
    if (what.place) {
      await lay(page, view, what.place);
      await page.getByRole("button", { name: "Judge it" }).click();
      return;
    }
    await page.getByRole("button", { name: "Trade", exact: true }).click();
    const left = [...what.trade];
    const held = page.locator(".rack > .tile");
    for (let i = 0; i < (await held.count()); ++i) {
      const at = left.indexOf(await held.nth(i).getAttribute("data-tile"));
      if (at >= 0) (left.splice(at, 1), await held.nth(i).click());
    }
    await page.getByRole("button", { name: /^Trade \d/ }).click();
  };
  await act(played.act);
  await compare.getByText("There is a better move.").waitFor();
  await compare.getByRole("button", { name: "Try again" }).click();
  await act(candidates[0].act);
  await compare.getByText("Well done: nothing better is known.").waitFor();
  await compare.getByRole("button", { name: /Next exercise|Done/ }).click();
  await page
    .locator(".compare")
    .getByRole("heading", { name: /^Exercise 2/ })
    .waitFor();
  await compare.getByRole("button", { name: "Show the answer" }).click();
  await page.locator(".cell.played, .rack .marked").first().waitFor();
  await compare.getByRole("button", { name: "End the exercises" }).click();
  await page.locator(".verdict").waitFor();

  // Every way to another move ends the exercises.
  await page.getByRole("button", { name: /^Learn from/ }).click();
  await compare.getByRole("heading", { name: /^Exercise/ }).waitFor();
  await page.getByRole("button", { name: "Next mistake", exact: true }).click();
  await page.locator(".verdict").waitFor();
  assert.equal(await compare.getByRole("heading", { name: /^Exercise/ }).count(), 0);
  assert.equal(await page.locator(".dock .acts").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
