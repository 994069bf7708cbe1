// Every lesson can be completed by doing what it says, and other actions are not accepted.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";

import { eventually, openPage, program } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";
import { storedGames } from "./states.mjs";

const { server: files, chrome } = stage();

async function lay(page, tile, cell) {
  await page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first().click();
  await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await page.locator(`.cell[data-cell="${cell}"] .ring`).waitFor();
}
const play = (page) => page.getByRole("button", { name: /^Play \+/ }).click();
const next = (page) => page.getByRole("button", { name: "Next" }).click();
const placed = (...tiles) => ({ placed: tiles });

/** What a learner does, step by step. */
const walks = {
  base: [
    placed("Rc@0,0", "Rs@1,0", "Rl@2,0"),
    placed("Rd@3,0"),
    placed("Gc@0,1"),
    { wrong: "Rs@4,0" },
    placed("Rx@5,0"),
    { trade: ["Yd", "Ox"] },
    placed("Bc@0,2"),
    { read: true },
  ],
  "star-wars": [{ read: true }, placed("Ys@0,1")],
  cubes: [{ roll: "Rl" }, placed("Rt@0,0", "Rs@-1,0", "Rc@-2,0"), { read: true }, { read: true }],
  select: [
    placed("Rs@7,7", "Rc@8,7", "Rd@9,7"),
    placed("Oc@10,2"),
    { take: "10,2" },
    placed("Os@8,3", "Ox@13,3"),
    { read: true },
  ],
  connect: [placed("Gc@2,1"), placed("Od@3,4", "Pd@5,4"), { read: true }],
  "select-connect": [placed("Gc@10,1"), placed("Rs@10,1")],
};

/** `see`: what to look at before continuing. */
async function walk(page, step, see = () => undefined) {
  if (step.placed) {
    for (const one of step.placed) await lay(page, ...one.split("@"));
    await play(page);
  } else if (step.wrong) {
    const [tile, cell] = step.wrong.split("@");
    const [x, y] = cell.split(",").map(Number);
    await page.locator(`.rack > [data-tile="${tile}"]`).click();
    // A cell where nothing fits is reached by keyboard from its neighbour.
    const beside = page.locator(`.cell[data-cell="${x - 1},${y}"]:is(.lying, .last)`);
    const isAcross = (await beside.count()) > 0;
    await page.locator(`[data-cell="${isAcross ? `${x - 1},${y}` : `${x},${y - 1}`}"]`).focus();
    await page.keyboard.press(isAcross ? "ArrowRight" : "ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".board .problem").waitFor();
  } else if (step.trade) {
    await page.getByRole("button", { name: "Trade", exact: true }).click();
    for (const tile of step.trade) await page.locator(`.rack > [data-tile="${tile}"]`).click();
    await page.getByRole("button", { name: `Trade ${step.trade.length} tiles` }).click();
  } else if (step.roll) {
    await page.getByRole("button", { name: "Roll", exact: true }).click();
    await page.locator(`.rack > [data-tile="${step.roll}"]`).click();
    await page.getByRole("button", { name: "Roll 1 cube" }).click();
  } else if (step.take) {
    await page.getByRole("button", { name: "Take a tile" }).click();
    await page.locator(`.cell.takeable[data-cell="${step.take}"]`).click();
    await page.getByRole("button", { name: /^Take the/ }).click();
  }
  await see();
  await next(page);
}

describe("lessons", { concurrency: 2 }, () => {
  for (const [game, steps] of Object.entries(walks))
    test(`the lesson of ${game}`, async () => {
      const page = await openPage(chrome.browser, `${files.url}/learn/${game}`);
      for (const step of steps) await walk(page, step);
      await page.getByRole("heading", { name: "Lesson complete." }).waitFor();
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
});

test("what is chosen before the hand is drawn stays chosen", async () => {
  const page = await openPage(chrome.browser, files.url);
  // Holds questions about the rack until they are let go, like a slow device.
  await page.addInitScript(() => {
    const held = [];
    let slow = true;
    window.letGo = () => {
      slow = false;
      held.forEach((ask) => ask());
    };
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (slow && message?.name === "rack") held.push(() => post.call(this, message, ...rest));
      else post.call(this, message, ...rest);
    };
  });
  await page.goto(`${files.url}/learn/cubes`);
  await page.getByRole("button", { name: "Roll", exact: true }).click();
  assert.equal(await page.locator(".rack > .tile").count(), 0);
  await page.evaluate(() => window.letGo());
  await page.locator('.rack > [data-tile="Rl"]').click();
  await page.getByRole("button", { name: "Roll 1 cube" }).click();
  await next(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a move that is legal but not what the lesson asks for does not pass", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/base`, {
    viewport: { width: 390, height: 664 },
  });
  await walk(page, walks.base[0]);
  await walk(page, walks.base[1]);
  // No message changes the size of the board.
  const board = () => page.locator(".bench > .board").boundingBox();
  let before = await board();
  await page.locator('.rack > [data-tile="Gd"]').click();
  await page.locator(".hint-dot").first().click();
  await play(page);
  const other = page.getByText(/it is not what this step asks for/);
  await other.waitFor();
  assert.equal(await page.getByRole("button", { name: "Next" }).count(), 0);
  for (const button of await page.locator(".acts button").all()) {
    const { y, height } = await button.boundingBox();
    assert.ok(y + height <= 664, `${await button.innerText()} ends at ${y + height}`);
  }
  assert.deepEqual(await board(), before);
  await page.getByRole("button", { name: "Undo" }).click();
  await other.waitFor({ state: "detached" });
  await walk(page, walks.base[2]);
  await page.getByText("Step 4 of 8").waitFor();
  before = await board();
  await walk(page, walks.base[3], async () => {
    await page.getByText("Right: that is not allowed").waitFor();
    assert.deepEqual(await board(), before);
  });
  await page.context().close();
});

test("a lesson says where one is, what is missing, and offers nothing that it does not ask for", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/base`);
  const trade = page.getByRole("button", { name: "Trade", exact: true });
  await page.getByText("Step 1 of 8").waitFor();
  await lay(page, "Rc", "0,0");
  await lay(page, "Rs", "1,0");
  await page.getByText("First place all 3 tiles this step asks for, then press “Play”.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Play +2" }).isDisabled());
  assert.equal(await trade.count(), 0);
  await lay(page, "Rl", "2,0");
  await play(page);
  await next(page);
  for (const step of walks.base.slice(1, 5)) {
    await page.locator(".rack > .tile").first().waitFor();
    assert.equal(await trade.count(), 0);
    await walk(page, step);
  }
  await page.getByText("Step 6 of 8").waitFor();
  await trade.waitFor();
  await walk(page, walks.base[5], async () => {
    await page.getByText("Right! You drew 2 new tiles from the bag.").waitFor();
    const hand = await page
      .locator(".rack > .tile")
      .evaluateAll((all) => all.map((one) => one.dataset.tile));
    assert.deepEqual(hand, ["Gl", "Yt", "Od", "Bt", "Pl", "Pt"]);
  });
  await page.locator('.rack > [data-tile="Bc"]').waitFor();
  assert.equal(await trade.count(), 0);
  await walk(page, walks.base[6], () =>
    page.getByText("Right! 5 points, and 6 more for ending the game: 11 in all.").waitFor(),
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the first game is a whole one, short, and all of it is the learner's own", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await page.getByRole("link", { name: "Start the lesson" }).click();
  for (const step of walks.base) await walk(page, step);
  await page.getByRole("button", { name: "Play your first game" }).click();
  await page.getByRole("grid").waitFor();
  await page.locator(".rack > .tile").first().waitFor();
  const [begun] = await storedGames(page);
  assert.ok(begun.standing.turns <= 1, `${begun.standing.turns} turns were played before`);
  const { turns } = await playToTheEnd(page);
  assert.ok(turns > 2 && turns < 20, `${turns} turns`);
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  const [{ record, standing }] = await storedGames(page);
  assert.equal(spawnSync(program, ["verify", "-"], { input: `${record}\n` }).status, 0);
  const own = JSON.parse(record).turns.filter(({ seat }) => seat === 0);
  const [played] = JSON.parse(await page.evaluate(() => localStorage.getItem("sixfold.games")));
  assert.equal(played.points, standing.points[0]);
  assert.equal(played.turns, own.length);
  await page.goto(files.url);
  await page.getByRole("button", { name: /Play against/ }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Start the lesson" }).count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("every rules page draws its examples", async () => {
  const page = await openPage(chrome.browser, `${files.url}/rules/base`);
  for (const [game, drawings] of [
    ["Classic", 9],
    ["Star Wars edition", 1],
    ["Cubes", 2],
    ["Select", 8],
    ["Connect", 3],
    ["Select + Connect", 2],
  ]) {
    await page.getByRole("navigation").getByRole("link", { name: game, exact: true }).click();
    await page.getByRole("heading", { name: `The rules: ${game}`, exact: true }).waitFor();
    await page
      .locator("figure svg")
      .nth(drawings - 1)
      .waitFor();
    const drawn = () => page.locator("figure svg").count();
    assert.equal(await eventually(drawn, (count) => count === drawings), drawings, game);
  }
  await page.getByText(/call it a Qwirkle/).waitFor();
  await page.goto(`${files.url}/rules/select`);
  await page.getByText(/The positions of the star cells/).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the hand can be shuffled, with a button and with a key", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/base`);
  const hand = () =>
    page.locator(".rack > .tile").evaluateAll((all) => all.map((one) => one.dataset.tile).join());
  await page.locator(".rack > .tile").first().waitFor();
  const orders = [await hand()];
  for (const shuffle of [
    () => page.getByRole("button", { name: "Shuffle" }).click(),
    () => page.keyboard.press("x"),
  ]) {
    await shuffle();
    orders.push(await eventually(hand, (now) => now !== orders.at(-1)));
  }
  assert.notEqual(orders[1], orders[0]);
  assert.notEqual(orders[2], orders[1]);
  const sorted = orders.map((order) => order.split(",").sort().join());
  assert.equal(new Set(sorted).size, 1);
  await page.context().close();
});

test("each lesson continues where it was left, until it is complete or started over", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/star-wars`);
  await walk(page, walks["star-wars"][0]);
  await page.getByText("Step 2 of 2").waitFor();
  await page.goto(`${files.url}/learn/connect`);
  await page.getByText("Step 1 of 3").waitFor();
  await walk(page, walks.connect[0]);
  await page.getByText("Step 2 of 3").waitFor();
  await page.reload();
  await page.getByText("Step 2 of 3").waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("link", { name: /^Start over.*, Connect$/ }).click();
  await page.getByText("Step 1 of 3").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /^Continue the lesson.*Star Wars edition$/ }).click();
  await walk(page, walks["star-wars"][1]);
  await page.getByRole("heading", { name: "Lesson complete." }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /^Do it again.*Star Wars edition$/ }).click();
  await page.getByText("Step 1 of 2").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what the learner has placed stays where it was placed", async () => {
  const lying = (page) =>
    page
      .locator(".cell:is(.lying, .last, .laid)")
      .evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
  for (const { line, longer, two, wrong, six, end } of [
    {
      line: ["Rl@0,0", "Rc@-1,0", "Rs@-2,0"],
      longer: "Rd@1,0",
      two: "Gc@-1,1",
      wrong: "Rs@2,0",
      six: "Rx@-3,0",
      end: "Bc@-1,2",
    },
    {
      line: ["Rc@0,0", "Rl@0,1", "Rs@0,2"],
      longer: "Rd@0,-1",
      two: "Gc@1,0",
      wrong: "Rs@0,3",
      six: "Rx@0,-2",
      end: "Bc@2,0",
    },
  ]) {
    const page = await openPage(chrome.browser, `${files.url}/learn/base`, {
      viewport: { width: 390, height: 844 },
    });
    const steps = [placed(...line), placed(longer), placed(two), { wrong }, placed(six)];
    for (const step of [...steps, walks.base[5], placed(end)]) {
      let before = [];
      await page.locator(".rack > .tile").first().waitFor();
      await walk(page, step, async () => {
        if (step.placed) before = await lying(page);
      });
      const after = await eventually(
        () => lying(page),
        (now) => before.every((cell) => now.includes(cell)),
      );
      for (const cell of before) assert.ok(after.includes(cell), `${cell} of ${step.placed} is gone`);
    }
    await page.getByText("Step 8 of 8").waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("the points of the first Sixfold are on the board, at whichever end it is completed", async () => {
  for (const end of ["Rx@-1,0", "Rx@5,0"]) {
    const page = await openPage(chrome.browser, `${files.url}/learn/base`, {
      viewport: { width: 390, height: 844 },
    });
    for (const step of walks.base.slice(0, 4)) await walk(page, step);
    await page.locator(".rack > .tile").first().waitFor();
    await lay(page, ...end.split("@"));
    const board = await page.locator("[role=grid]").boundingBox();
    const inside = async () => {
      const pill = await page.locator(".pill", { hasText: "+12" }).boundingBox();
      return pill.x >= board.x && pill.x + pill.width <= board.x + board.width;
    };
    assert.ok(await eventually(inside, (is) => is), end);
    await page.context().close();
  }
});

test("after a wrong tile the lesson says how to take it back, for as long as it lies there", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/base`);
  await walk(page, walks.base[0]);
  await page.locator('.rack > [data-tile="Gd"]').click();
  await page.locator('[data-cell="2,0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const problem = page.locator(".board .problem");
  await problem.waitFor();
  const advice = page.getByText("To take back what does not fit, tap it");
  await advice.waitFor();
  await problem.waitFor({ state: "detached" });
  assert.ok(await advice.isVisible());
  await page.locator(".cell.wrong").click();
  await advice.waitFor({ state: "detached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a star cell says what it is good for", async () => {
  const page = await openPage(chrome.browser, `${files.url}/learn/select`, {
    viewport: { width: 390, height: 844 },
  });
  await walk(page, walks.select[0]);
  await page.getByText("Step 2 of 5").waitFor();
  const about = page.locator(".message", { hasText: "A star cell: whoever places a tile here" });
  await page.locator("[role=grid] .disc").first().click({ force: true });
  await about.waitFor();
  await page.locator(".rack > .tile").first().click();
  await about.waitFor({ state: "detached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
