// Nothing jumps under the hand; keys for what buttons do; what the list of moves shows.
import assert from "node:assert/strict";
import { test } from "node:test";

import { closeAll, eventually, openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { actIn, ask, momentWith, moments, openAt, planFor, youAndBot } from "./states.mjs";

const { server: files, chrome } = stage();

const middle = momentWith("base", (view) => {
  if (view.history.length < 8 || !view.acts.includes("trade")) return null;
  const { fits } = ask("preview", { view, place: [] });
  const [tile, cells] = Object.entries(fits).find(([, found]) => found.length > 0) ?? [];
  return tile && { tile, cell: cells[0], number: view.hand.indexOf(tile) + 1 };
});
const tablet = { width: 820, height: 1180 };

async function open(moment = middle, options = {}) {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, ...options });
  await openAt(page, files.url, moment);
  await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
  return page;
}
const button = (page, name) => page.getByRole("button", { name, exact: true });
async function place(page) {
  const { tile, cell } = middle.what;
  await page.locator(`.rack > [data-tile="${tile}"]`).first().click();
  await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await page.locator(".cell.laid").waitFor();
}

test("the hand and the board stay where they are while tiles are picked for a trade", async () => {
  for (const width of [390, 820, 1180, 1280, 1440]) {
    const page = await open(middle, { viewport: { width, height: 800 } });
    const where = async () => [
      await page.locator(".rack").boundingBox(),
      await page.getByRole("grid").boundingBox(),
    ];
    const before = await where();
    await button(page, "Trade").click();
    await button(page, "Cancel").waitFor();
    assert.deepEqual(await where(), before, `${width} px`);
    await page.keyboard.press("1");
    await button(page, "Trade 1 tile").waitFor();
    assert.deepEqual(await where(), before, `${width} px`);
    await closeAll(page);
  }
});

test("Escape takes all placed tiles back once there is nothing else to cancel", async () => {
  const page = await open();
  await place(page);
  // First the tile that was chosen after it.
  await page.locator(".rack > button:not(.laid)").first().click();
  await page.locator(".rack > .selected").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".rack > .selected").waitFor({ state: "detached" });
  assert.equal(await page.locator(".cell.laid").count(), 1);
  // Then a dialog.
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByText("Cancel, close or take everything back").waitFor();
  await sheet.getByText("Show the whole table").waitFor();
  await sheet.getByText("Trade", { exact: true }).waitFor();
  // Neither is part of this game.
  assert.equal(await sheet.getByText("Roll", { exact: true }).count(), 0);
  assert.doesNotMatch(await sheet.innerText(), /take Yd/);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.equal(await page.locator(".cell.laid").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator(".cell.laid").waitFor({ state: "detached" });
  await page
    .getByRole("log")
    .getByText("Everything is back in your hand.")
    .waitFor({ state: "attached" });
  await closeAll(page);
});

test("keys trade and show the whole table", async () => {
  const page = await open();
  const scale = () =>
    page.evaluate(() => document.querySelector("[role=grid] .scale").getScreenCTM().a);
  const first = await scale();
  await button(page, "Zoom in").click();
  await page.waitForFunction(
    (was) => document.querySelector("[role=grid] .scale").getScreenCTM().a > was,
    first,
  );
  await page.keyboard.press("0");
  await page.waitForFunction(
    (was) => Math.abs(document.querySelector("[role=grid] .scale").getScreenCTM().a - was) < 1e-3,
    first,
  );
  await page.keyboard.press("t");
  await button(page, "Cancel").waitFor();
  await page.keyboard.press("t");
  await button(page, "Cancel").waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await page.keyboard.press("2");
  await button(page, "Trade 1 tile").waitFor();
  await page.keyboard.press("p");
  await page.locator(".sheet").getByText("traded 1").first().waitFor();
  await closeAll(page);
});

test("opening a move shifts no other, and resigning moves no button of the menu", async () => {
  const page = await open();
  const rows = () =>
    page.locator(".side .sheet > li").evaluateAll((all) => all.map((one) => one.offsetTop));
  const before = await rows();
  await page.locator(".side summary").nth(1).click();
  await page
    .locator(".side details[open]")
    .getByText(/^Line of/)
    .first()
    .waitFor();
  assert.deepEqual(await rows(), before);
  await button(page, "Menu").click();
  await button(page, "Resign").click();
  await page.getByRole("dialog", { name: "Resign" }).getByText("Resign this game?").waitFor();
  await button(page, "Cancel").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Your turn", { exact: true }).waitFor();
  await closeAll(page);
});

test("on a tablet a move is shown on the board itself, with nothing over it", async () => {
  const page = await open(middle, { viewport: tablet, hasTouch: true });
  await button(page, "Moves and what is unseen").tap();
  const list = page.getByRole("dialog", { name: "Moves and what is unseen" });
  const rows = list.locator(".sheet > li");
  const turns = ask("score_sheet", { view: middle.view, end: null }).turns.toReversed();
  const chosen = turns.findIndex((score, i) => i > 1 && score?.lines.length > 0);
  await rows.nth(chosen).getByRole("button").first().tap();
  await list.waitFor({ state: "detached" });
  const shown = await eventually(
    () => page.locator(".pointed").count(),
    (count) => count > 0,
  );
  assert.equal(shown, new Set(turns[chosen].lines.flatMap(({ cells }) => cells)).size);
  const pills = await page.locator(".pill").allTextContents();
  assert.deepEqual(
    pills.sort(),
    turns[chosen].lines.map(({ cells, bonus = 0 }) => `+${cells.length + bonus}`).sort(),
  );
  // Until the next touch.
  await page.getByRole("grid").tap();
  await page.locator(".pointed").waitFor({ state: "detached" });
  await closeAll(page);
});

test("whoever has resigned is told so, and has nothing to press but the result", async () => {
  const page = await open(middle);
  await button(page, "Menu").click();
  await button(page, "Resign").click();
  await page
    .getByRole("dialog", { name: "Resign" })
    .getByRole("button", { name: "Resign" })
    .click();
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await page.keyboard.press("Escape");
  const footer = page.locator("footer");
  await footer.getByText("You are out of the game.").waitFor();
  assert.equal(await footer.getByText("No tiles left").count(), 0);
  assert.deepEqual(await footer.getByRole("button").allTextContents(), ["Result"]);
  await closeAll(page);
});

test("the list of moves counts the points for going out", async () => {
  const plan = planFor("base", youAndBot, 1);
  let seed = 1;
  let end = null;
  for (; seed < 40 && !end; ++seed) {
    const last = [...moments({ ...plan, seed })].at(-1);
    const { fits } = ask("preview", { view: last.view, place: [] });
    const hand = last.view.hand;
    const cells = hand.length === 1 && last.view.bag === 0 ? (fits[hand[0]] ?? []) : [];
    if (cells.length > 0)
      end = { ...actIn(last.game, { place: [`${hand[0]}@${cells[0]}`] }), plan: { ...plan, seed } };
  }
  assert.ok(end?.game, "a game that ends with the last tile");
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, end);
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await page.keyboard.press("Escape");
  const sums = await eventually(
    () =>
      page.evaluate(() => {
        const own = [...document.querySelectorAll(".side .sheet > li")].filter(
          (one) => one.querySelector(".who")?.textContent === "You",
        );
        const points = own.map((one) => Number(/\+(\d+)/.exec(one.textContent)?.[1] ?? 0));
        return {
          listed: points.reduce((a, b) => a + b, 0),
          score: parseInt(document.querySelector(".seat .score").firstChild.textContent),
        };
      }),
    ({ listed, score }) => listed === score,
  );
  assert.equal(sums.listed, sums.score);
  // The line of the seat says the same as the list.
  const listed = await page.locator(".side .sheet > li").first().textContent();
  const [points] = /\+\d+/.exec(listed);
  assert.match(
    await page.locator(".seat .last .worded").first().textContent(),
    new RegExp(`\\${points}$`),
  );
  await closeAll(page);
});
