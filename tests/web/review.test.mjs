// The study board: the figures of `sixfold analyse`, all on one screen, moves as tiles, the way
// through a game, moves compared in words and on the board, and links to a turn.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { eventually, program } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, recordOf } from "./states.mjs";
import { finished, openReview as open, titleOf } from "./study.mjs";

const { server: files, chrome } = stage();
const folder = mkdtempSync(join(tmpdir(), "sixfold-review-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const openReview = (record, options) => open(chrome.browser, files.url, record, options);
function analyse(record, name) {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, `${record}\n`);
  return JSON.parse(execFileSync(program, ["analyse", "--json", "--simulations", "100", file]));
}

const percent = (share) => `${(100 * share).toFixed(1)}%`;
const signed = (share) => `${share >= 0 ? "+" : "−"}${percent(Math.abs(share))}`;
const isMistake = ({ class: kind }) => ["inaccuracy", "mistake", "blunder"].includes(kind);
const cellsOf = ({ place = [], take }) =>
  [...place, ...(take ? [take] : [])].map((one) => one.split("@")[1]);
/** The board follows the title once the module has answered. */
const drawnIs = async (page, state, wanted) =>
  assert.deepEqual(
    await eventually(
      () => drawn(page, state),
      (now) => now.join() === wanted.join(),
    ),
    wanted,
  );
const drawn = (page, state) =>
  page
    .locator(`.cell.${state}`)
    .evaluateAll((all) => all.map((one) => `${one.dataset.tile}@${one.dataset.cell}`).sort());

/** The record of a game from which this seat of two resigned. */
function abandoned(text, seat) {
  const record = JSON.parse(text);
  const { view } = ask("replay", { record: text, turn: record.turns.length });
  record.turns.push({ seat, leave: "resigned" });
  const scores = view.seats.map(({ score }) => score);
  return JSON.stringify({
    ...record,
    end: { reason: "resigned", seat },
    scores,
    winners: [1 - seat],
  });
}

for (const [edition, turns, left] of [
  ["base", 8],
  ["cubes", 4],
  ["base", 6, 1],
])
  test(`a review of ${edition} has the figures of sixfold analyse${left ? ", if somebody left" : ""}`, async () => {
    const record = left ? abandoned(recordOf(edition, turns), left) : recordOf(edition, turns);
    const analysed = analyse(record, edition);
    const page = await openReview(record);
    await finished(page);
    await page.getByRole("button", { name: "Skill and luck" }).click();
    const rows = await page
      .getByRole("dialog")
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
      );
    assert.deepEqual(
      rows[0].map((_, seat) => rows.map((row) => row[seat])),
      analysed.seats.map((seat) => [
        percent(seat.start),
        signed(seat.skill),
        signed(seat.luck),
        percent(seat.result),
        percent(Math.min(1, Math.max(0, seat.adjusted))),
        ...["best", "good", "inaccuracy", "mistake", "blunder"].map((name) =>
          String(seat.classes[name]),
        ),
      ]),
    );
    const note = page.getByText(/^The game was not played to its end/);
    assert.equal(await note.count(), 1);
    // The chance of winning, not what the resignation made of it.
    if (left) assert.ok(rows[3][left] !== "0.0%" && rows[3][1 - left] !== "100.0%", rows[3].join());
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".moves .move").count(), analysed.acts.length);
    await page.keyboard.press("Home");
    for (const [i, { seat, turn, played, class: kind, given_up }] of analysed.acts.entries()) {
      if (i > 0) await page.keyboard.press("ArrowRight");
      const current = page.locator(`.moves .move[aria-current]`);
      await eventually(
        () =>
          page
            .locator(".moves .move")
            .evaluateAll((all) => all.findIndex((one) => one.ariaCurrent)),
        (at) => at === i,
      );
      const words = await current.locator(".sr-only").innerText();
      assert.match(words, new RegExp(`^Turn ${turn}, .*, ${kind}$`));
      const card = page.locator(".option.solid");
      assert.equal(await card.locator("strong").innerText(), percent(played.chances[seat]));
      const verdict = await page.locator(".verdict").innerText();
      if (isMistake({ class: kind }))
        assert.ok(verdict.includes(`gave up ${percent(given_up)}.`), verdict);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

describe("all on one screen", () => {
  const parts = [".board", ".plot", ".compare", ".list", ".controls", ".learn"];
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [820, 1180],
  ])
    test(`board, moves, plot and comparison at ${width} × ${height}`, async () => {
      const page = await openReview(recordOf("base"), { viewport: { width, height } });
      await finished(page);
      for (const part of parts) {
        const box = await page.locator(`.room ${part}`).first().boundingBox();
        assert.ok(box.height > 40 && box.width > 200, part);
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${part} ${JSON.stringify(box)}`);
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${part} ${JSON.stringify(box)}`);
        const inSight = await page
          .locator(`.room ${part}`)
          .first()
          .evaluate(
            (one, [x, y]) => one.contains(document.elementFromPoint(x, y)),
            [box.x + box.width / 2, box.y + box.height / 2],
          );
        assert.ok(inSight, part);
      }
      // What is said of a game that was not played to its end is not said of this one.
      await page.getByRole("button", { name: "Skill and luck" }).click();
      await page.getByRole("dialog").locator("tbody tr").first().waitFor();
      assert.equal(await page.getByText(/not played to its end/).count(), 0);
      await page.keyboard.press("Escape");
      // The move on the board is in sight in the list, too.
      const list = await page.locator(".list").boundingBox();
      const inSight = async () => {
        const row = await page.locator(".move[aria-current]").boundingBox();
        return row.y >= list.y && row.y + row.height <= list.y + list.height;
      };
      for (const key of ["End", "Home", "n"]) {
        await page.keyboard.press(key);
        assert.ok(await eventually(inSight, Boolean), key);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
      await page.context().close();
    });

  test("on a phone: board, controls, comparison, plot, moves; the board stays in sight", async () => {
    const page = await openReview(recordOf("base", 30), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await finished(page);
    const tops = [];
    for (const part of [".board", ".controls", ".compare", ".plot", ".list"])
      tops.push((await page.locator(`.room ${part}`).first().boundingBox()).y);
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    );
    const last = page.locator(".moves .move").last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await titleOf(page, /^Turn 30: /);
    const board = await page.locator(".board").boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height < 844, JSON.stringify(board));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.context().close();
  });
});

test("moves are tiles with points; pointing at one lights its cells, a click goes there", async () => {
  const record = recordOf("base", 12);
  const { turns } = JSON.parse(record);
  const page = await openReview(record);
  await finished(page);
  const moves = page.locator(".moves .move");
  for (const [i, turn] of turns.entries()) {
    const tiles = await moves.nth(i).locator(".act > .tile").count();
    assert.equal(tiles, (turn.place ?? turn.trade).length);
    if (turn.place)
      assert.equal(await moves.nth(i).locator(".points").innerText(), `+${turn.points}`);
  }
  // Two columns, one for each player.
  const left = await moves.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.equal(new Set(left).size, 2);
  const row = moves.nth(6);
  const glimpsed = page.locator(".glimpsed");
  await row.hover();
  await eventually(
    () => glimpsed.count(),
    (count) => count === cellsOf(turns[6]).length,
  );
  assert.equal(await glimpsed.count(), cellsOf(turns[6]).length);
  await page.mouse.move(300, 300);
  await eventually(
    () => glimpsed.count(),
    (count) => count === 0,
  );
  await row.focus();
  await eventually(
    () => glimpsed.count(),
    (count) => count === cellsOf(turns[6]).length,
  );
  assert.equal(await glimpsed.count(), cellsOf(turns[6]).length);
  await row.click();
  await titleOf(page, /^Turn 7: /);
  await drawnIs(page, "played", turns[6].place.toSorted());
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("trades, rolls, takes and three players", async () => {
  for (const [edition, sign, bots] of [
    ["cubes", "roll", ["greedy", "skilled"]],
    ["base", null, ["greedy", "skilled", "casual"]],
  ]) {
    const record = recordOf(edition, 9, 3, bots);
    const page = await openReview(record);
    await finished(page);
    if (sign) assert.ok((await page.locator(".moves .sign").count()) > 0);
    if (bots.length > 2) {
      const names = await page.locator(".round .who").allInnerTexts();
      assert.equal(names.length, JSON.parse(record).turns.length);
      assert.equal(new Set(names).size, 3);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("keys lead through the game and from mistake to mistake", async () => {
  const record = recordOf("base", 24);
  const { acts } = analyse(record, "keys");
  const page = await openReview(record);
  await finished(page);
  await page.keyboard.press("Home");
  await titleOf(page, /^Turn 1: /);
  const mistakes = acts.filter(isMistake);
  assert.ok(mistakes.length > 1);
  for (const { turn } of mistakes.filter(({ turn }) => turn > 1)) {
    await page.keyboard.press("n");
    await titleOf(page, new RegExp(`^Turn ${turn}: `));
  }
  await page.keyboard.press("b");
  await titleOf(page, new RegExp(`^Turn ${mistakes.at(-2).turn}: `));
  await page.getByRole("button", { name: "Next mistake" }).click();
  await titleOf(page, new RegExp(`^Turn ${mistakes.at(-1).turn}: `));
  await page.keyboard.press("End");
  await titleOf(page, /^Turn 24: /);
  await page.keyboard.press("ArrowLeft");
  await titleOf(page, /^Turn 23: /);
  await page.keyboard.press("ArrowRight");
  await titleOf(page, /^Turn 24: /);
  // Every mistake has its dot on the plot, which is another way to go there.
  assert.equal(await page.locator(".plot .dot").count(), mistakes.length);
  const dot = await page.locator(".plot .dot").first().boundingBox();
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await titleOf(page, new RegExp(`^Turn ${mistakes[0].turn}: `));
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const text of ["Next mistake", "Previous mistake", "One move back"])
    await sheet.getByText(text, { exact: true }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the board never shows another position than its heading says", async () => {
  const record = recordOf("base");
  const { turns } = JSON.parse(record);
  const page = await openReview(record);
  await page.locator(".moves .move").nth(20).waitFor();
  await page.keyboard.press("Home");
  await titleOf(page, /^Turn 1: /);
  // However long the rules take to say what fits there.
  const seen = await page.evaluate(async () => {
    const found = [];
    for (let i = 0; i < 20; ++i) {
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }),
      );
      await Promise.resolve();
      await Promise.resolve();
      const [heading] = [...document.querySelectorAll("h2")].filter((one) =>
        /^Turn \d/.test(one.textContent.trim()),
      );
      found.push({
        turn: Number(/\d+/.exec(heading.textContent)[0]),
        tiles: document.querySelectorAll(".board .cell:is(.lying, .last)").length,
        hand: document.querySelectorAll(".rack > .tile").length,
      });
    }
    return found;
  });
  assert.ok(seen.at(-1).turn > 15);
  for (const { turn, tiles, hand } of seen) {
    const before = turns.slice(0, turn - 1).flatMap(({ place }) => place ?? []);
    assert.equal(tiles, before.length, `before turn ${turn}`);
    assert.equal(hand, 6);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("an early turn is as large on the board as it can be, also on the way back from the end", async () => {
  const page = await openReview(recordOf("base"));
  await finished(page);
  const size = async (key, title) => {
    await page.keyboard.press(key);
    await titleOf(page, title);
    // Once the board has stopped moving.
    let last = 0;
    return eventually(
      async () => {
        const { width } = await page.locator(".board .cell[data-tile]").first().boundingBox();
        const still = width === last;
        last = width;
        return still ? width : null;
      },
      (width) => width !== null,
    );
  };
  const first = await size("Home", /^Turn 1: /);
  const early = await size("ArrowRight", /^Turn 2: /);
  const late = await size("End", /^Turn [345]\d: /);
  assert.ok(late < 0.7 * early, `${late} px, ${early} px`);
  await size("Home", /^Turn 1: /);
  const back = await size("ArrowRight", /^Turn 2: /);
  assert.ok(
    back > 0.8 * early,
    `${back} px at turn 2 after ${first} px at turn 1, before ${early} px`,
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("“Next mistake” leads to one's own, if the names tell whose they are", async () => {
  const record = JSON.parse(recordOf("base", 24));
  record.players = [{ name: "Mira" }, { name: "Ann" }];
  const { acts } = analyse(JSON.stringify(record), "own");
  const own = acts.filter((act) => isMistake(act) && act.seat === 1);
  assert.ok(own.length > 0 && acts.some((act) => isMistake(act) && act.seat === 0));
  const page = await openReview(JSON.stringify(record), { settings: { name: "Ann" } });
  await finished(page);
  await page.keyboard.press("Home");
  await titleOf(page, /^Turn 1: /);
  for (const { turn } of own) {
    await page.getByRole("button", { name: "Next mistake" }).click();
    await titleOf(page, new RegExp(`^Turn ${turn}: `));
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("it opens at the largest loss, and where the address says", async () => {
  const record = recordOf("base", 24);
  const { acts } = analyse(record, "loss");
  const worst = acts.filter(isMistake).toSorted((a, b) => b.given_up - a.given_up)[0];
  const page = await openReview(record);
  await titleOf(page, new RegExp(`^Turn ${worst.turn}: `));
  // Of one's own, if the names tell who that is.
  const named = JSON.parse(record);
  named.players = [{ name: "Mira" }, { name: "Ann" }];
  const own = acts.filter((act) => isMistake(act) && act.seat === 1);
  const { turn } = own.toSorted((a, b) => b.given_up - a.given_up)[0];
  const other = await openReview(JSON.stringify(named), { settings: { name: "Ann" } });
  await titleOf(other, new RegExp(`^Turn ${turn}: `));
  await other.context().close();

  await page.goto(`${files.url}/review?turn=5`);
  await titleOf(page, /^Turn 5: /);
  await finished(page);
  await titleOf(page, /^Turn 5: /);
  await page.keyboard.press("ArrowRight");
  await titleOf(page, /^Turn 6: /);
  await page.waitForURL(/\/review\?turn=6$/);
  await page.reload();
  await titleOf(page, /^Turn 6: /);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("another effort and another appearance leave everything where it is", async () => {
  const page = await openReview(recordOf("base", 8), { settings: { appearance: "dark" } });
  await finished(page);
  await page.locator(".moves .move").nth(5).click();
  await titleOf(page, /^Turn 6: /);
  await page.getByLabel("Analysis").selectOption({ label: "Medium" });
  // The list of moves never goes, so nothing jumps.
  assert.equal(await page.locator(".moves .move").count(), 8);
  await finished(page);
  await titleOf(page, /^Turn 6: /);

  const stroke = () =>
    page
      .locator(".plot .line")
      .first()
      .evaluate((line) => getComputedStyle(line).stroke);
  const before = await stroke();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Light", { exact: true }).click();
  await page.keyboard.press("Escape");
  assert.notEqual(await eventually(stroke, (now) => now !== before), before);
  await titleOf(page, /^Turn 6: /);
  await page.reload();
  await titleOf(page, /^Turn 6: /);
  assert.equal(await page.getByLabel("Analysis").locator("option:checked").innerText(), "Medium");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("two moves are compared in figures, in words and on the board", async () => {
  const record = recordOf("base", 24);
  const { acts } = analyse(record, "compared");
  const worst = acts
    .filter((act) => isMistake(act) && act.played.act.place && act.best[0].act.place)
    .toSorted((a, b) => b.given_up - a.given_up)[0];
  const page = await openReview(record);
  await finished(page);
  await page.goto(`${files.url}/review?turn=${worst.turn}`);
  await finished(page);
  await titleOf(page, new RegExp(`^Turn ${worst.turn}: `));
  const [played, better] = [worst.played, worst.best[0]];
  const cards = page.locator(".compare .option");
  assert.equal(await cards.count(), 2);
  for (const [i, move] of [played, better].entries()) {
    const text = await cards.nth(i).innerText();
    assert.ok(text.includes(percent(move.chances[worst.seat])), text);
    assert.ok(text.includes(`+${move.points}`), text);
    assert.equal(await cards.nth(i).locator(".act > .tile").count(), move.act.place.length);
    assert.ok((await cards.nth(i).locator("p").innerText()).length > 10);
  }
  await drawnIs(page, "played", played.act.place.toSorted());
  const own = cellsOf(played.act);
  const free = better.act.place.filter((one) => !own.includes(one.split("@")[1]));
  await drawnIs(page, "better", free.toSorted());
  // Not by colour alone: one frame is solid, the other one is dashed.
  const dashes = (state) =>
    page
      .locator(`.cell.${state} .ring`)
      .first()
      .evaluate((ring) => getComputedStyle(ring).strokeDasharray);
  assert.equal(await dashes("played"), "none");
  assert.notEqual(await dashes("better"), "none");

  await page.getByRole("button", { name: /^All \d+ moves$/ }).click();
  const rows = page.locator(".compare tbody tr");
  const figures = await rows.locator("td b").allInnerTexts();
  assert.deepEqual(
    figures,
    figures.toSorted((a, b) => parseFloat(b) - parseFloat(a)),
  );
  assert.equal(figures[0], percent(better.chances[worst.seat]));
  const third = rows.nth(2).getByRole("button");
  await third.click();
  assert.equal(await third.getAttribute("aria-pressed"), "true");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what is unseen can be looked at, and the position be sent to somebody", async () => {
  const page = await openReview(recordOf("base", 6));
  await finished(page);
  await page.getByRole("button", { name: "Still unseen" }).click();
  const unseen = page.getByRole("dialog", { name: "Still unseen" });
  await unseen.locator(".grid li").first().waitFor();
  assert.equal(await unseen.locator(".grid li").count(), 36);
  await unseen.getByText(/^The others hold some of these tiles; \d+ are in the bag\.$/).waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Share this move" }).click();
  await page.getByRole("button", { name: "Copy a link to the position" }).click();
  await page.getByText("The link is on your clipboard.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.length < 2000, `${link.length} characters`);
  const tiles = page.locator(".rack > .tile");
  const hand = await tiles.evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
  await page.goto(files.url);
  await page.goto(link);
  await page.getByText(/left in the bag\. What would you play\?$/).waitFor();
  await tiles.first().waitFor();
  assert.deepEqual(
    await tiles.evaluateAll((all) => all.map((one) => one.dataset.tile).sort()),
    hand,
  );
  await page.goto(files.url);
  await page.goto(`${files.url}/p#nonsense`);
  await page.getByText("There is no position in this link.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a move is saved as a picture that needs nothing else", async () => {
  const page = await openReview(recordOf("base", 8));
  await finished(page);
  await page.getByRole("button", { name: "Share this move" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this move" });
  const drawn = dialog.getByRole("img", { name: /^Turn \d+: .* \+\d+$/ });
  await eventually(
    () => drawn.evaluate((image) => image.naturalWidth),
    (width) => width > 100,
  );
  for (const [ending, begins] of [
    ["SVG", "<svg xmlns="],
    ["PNG", "\x89PNG"],
  ]) {
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: ending }).click();
    const file = join(folder, `picture.${ending}`);
    await (await saving).saveAs(file);
    assert.ok(readFileSync(file, "latin1").startsWith(begins), ending);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a link to a turn of a game on the server opens it there", async () => {
  const record = recordOf("base", 8);
  const page = await openReview(record);
  await page.context().route("**/api/games/abc/record", (route) => route.fulfill({ body: record }));
  await page.goto(`${files.url}/review/abc?turn=4`);
  await titleOf(page, /^Turn 4: /);
  await page.keyboard.press("ArrowRight");
  await titleOf(page, /^Turn 5: /);
  await page.getByRole("button", { name: "Share this move" }).click();
  await page.getByRole("button", { name: "Copy a link to this move" }).click();
  await page.getByText("The link is on your clipboard.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${files.url}/review/abc?turn=5`);
  await page.context().close();
});
