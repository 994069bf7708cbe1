// Every lesson can be completed by doing what it says, and other actions are not accepted.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";

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
    const [tile] = step.wrong.split("@");
    await page.locator(`.rack > [data-tile="${tile}"]`).click();
    // A cell where nothing fits is reached by keyboard from its neighbour.
    await page.locator('[data-cell="3,0"]').focus();
    await page.keyboard.press("ArrowRight");
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
  await page.getByRole("button", { name: "Undo" }).click();
  await other.waitFor({ state: "detached" });
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

test("after the first lesson a first game is played to its end", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await page.getByRole("button", { name: "Start the lesson" }).click();
  for (const step of walks.base) await walk(page, step);
  await page.getByRole("button", { name: "Play your first game" }).click();
  await page.getByRole("grid").waitFor();
  await page.locator(".rack > .tile").first().waitFor();
  const { turns } = await playToTheEnd(page);
  assert.ok(turns > 0 && turns < 12, `${turns} turns`);
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await page.goto(files.url);
  await page.getByRole("button", { name: /Play against/ }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start the lesson" }).count(), 0);
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
    assert.equal(await page.locator("figure svg").count(), drawings, game);
  }
  await page.getByText(/call it a Qwirkle/).waitFor();
  await page.goto(`${files.url}/rules/select`);
  await page.getByText(/The positions of the star cells/).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
