// All ways to place tiles are equivalent: mouse, touch, taps, keyboard, typed moves.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, momentWith, openAt } from "./states.mjs";

const { server: files, chrome } = stage();
/** A tile that fits somewhere between others, so that the table does not grow, in a game. */
const moment = momentWith("base", (view) => {
  if (view.history.length < 6) return null;
  const columns = view.tiles.map((placed) => Number(placed.split(/[@,]/)[1]));
  const isInside = (cell) =>
    Math.min(...columns) <= parseInt(cell) && parseInt(cell) <= Math.max(...columns);
  const { fits } = ask("preview", { view, place: [] });
  for (const [tile, cells] of Object.entries(fits)) {
    const cell = cells.find(isInside);
    if (cell) return { tile, cell, number: view.hand.indexOf(tile) + 1 };
  }
});

const open = async (options) => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, ...options });
  await openAt(page, files.url, moment);
  await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
  const { tile, cell } = moment.what;
  return {
    page,
    rackTile: page.locator(`.rack > [data-tile="${tile}"]`).first(),
    cell: page.locator(`[data-cell="${cell}"]`),
    play: page.getByRole("button", { name: /^Play/ }),
  };
};
const centre = async (locator) => {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** The position of a cell on the screen, even if nothing is drawn there yet. */
const cellOnScreen = (page) =>
  page.evaluate((wanted) => {
    const camera = document.querySelector("[role=grid] .scale").getScreenCTM();
    const [x, y] = wanted.split(",").map(Number);
    return {
      x: camera.e + (x * 104 + 50) * camera.a,
      y: camera.f + (y * 104 + 50) * camera.d,
    };
  }, moment.what.cell);

/** Plays the placed tiles and sees the move in the list. */
async function finish({ page, play, cell }) {
  await cell.and(page.locator(".laid")).waitFor();
  await page.locator(".pill").first().waitFor();
  await play.click();
  await page.locator(".sheet").getByText("You").first().waitFor();
  await page.waitForFunction(
    (turns) => document.querySelectorAll(".sheet > li").length > turns,
    moment.view.history.length,
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test("drag and drop with the mouse", async () => {
  const at = await open();
  const from = await centre(at.rackTile);
  const to = await cellOnScreen(at.page);
  await at.page.mouse.move(from.x, from.y);
  await at.page.mouse.down();
  await at.page.mouse.move(from.x, from.y - 60, { steps: 3 });
  await at.page.mouse.move(to.x, to.y, { steps: 5 });
  await at.page.locator(".target").waitFor();
  await at.page.mouse.up();
  // The tile can be dragged back and placed again.
  await at.cell.and(at.page.locator(".laid")).waitFor();
  await at.page.mouse.down();
  await at.page.mouse.move(from.x, from.y, { steps: 5 });
  await at.page.mouse.up();
  await at.page.locator(".cell.laid").waitFor({ state: "detached" });
  await at.rackTile.dragTo(at.page.getByRole("grid"), {
    targetPosition: await at.page.evaluate(
      ([x, y]) => {
        const box = document.querySelector("[role=grid]").getBoundingClientRect();
        return { x: x - box.left, y: y - box.top };
      },
      [to.x, to.y],
    ),
  });
  await finish(at);
});

test("drag and drop with a finger", async () => {
  const at = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const from = await centre(at.rackTile);
  const to = await cellOnScreen(at.page);
  const finger = await at.page.context().newCDPSession(at.page);
  const touch = (type, point) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 40 });
  // The tile is held above the finger.
  await touch("touchMove", { x: to.x, y: to.y + 44 });
  await touch("touchEnd");
  await at.cell.and(at.page.locator(".laid")).waitFor();
  await at.play.click();
  await at.page.locator(".cell.laid").waitFor({ state: "detached" });
  assert.deepEqual(at.page.faults, []);
  await at.page.context().close();
});

test("tap the tile, tap the cell", async () => {
  const at = await open();
  await at.rackTile.click();
  await at.cell.locator(".hint-dot").click();
  await at.cell.and(at.page.locator(".laid")).waitFor();
  await at.page.getByRole("button", { name: "Undo" }).click();
  await at.page.locator(".cell.laid").waitFor({ state: "detached" });
  await at.rackTile.click();
  await at.cell.locator(".hint-dot").click();
  await finish(at);
});

test("the board holds still while a tile is chosen and laid, on a phone too", async () => {
  for (const options of [{}, { viewport: { width: 390, height: 844 } }]) {
    const at = await open(options);
    const where = () =>
      at.page.evaluate(() => {
        const { a, e, f } = document.querySelector("[role=grid] .scale").getScreenCTM();
        return `${a} ${e} ${f}`;
      });
    const before = await where();
    await at.rackTile.click();
    await at.cell.locator(".hint-dot").waitFor();
    assert.equal(await where(), before);
    await at.cell.locator(".hint-dot").click();
    await at.page.locator(".pill").first().waitFor();
    await at.page.getByRole("button", { name: "Undo" }).click();
    await at.page.locator(".cell.laid").waitFor({ state: "detached" });
    assert.equal(await where(), before);
    await at.page.context().close();
  }
});

test("keyboard alone", async () => {
  const at = await open();
  await at.page.locator("[role=gridcell][tabindex='0']").focus();
  await at.page.keyboard.press(String(moment.what.number));
  await at.page.keyboard.press("End");
  await at.page.waitForFunction(() => document.activeElement?.ariaLabel?.includes("fits"));
  await at.page.keyboard.press("Enter");
  await at.page.locator(".cell.laid").waitFor();
  await at.page.keyboard.press("Backspace");
  await at.page.locator(".cell.laid").waitFor({ state: "detached" });
  await at.page.keyboard.press(String(moment.what.number));
  await at.page.keyboard.press("Enter");
  await at.page.locator(".cell.laid").waitFor();
  await at.page.keyboard.press("p");
  await at.page.locator(".cell.laid").waitFor({ state: "detached" });
  assert.deepEqual(at.page.faults, []);
  await at.page.context().close();
});

test("a typed move", async () => {
  const at = await open();
  await at.page.keyboard.press("/");
  const field = at.page.getByLabel("Move, for example Rc@0,0 Rs@1,0");
  await field.fill("nonsense");
  await field.press("Enter");
  await at.page.getByText("“nonsense” is not a move.").waitFor();
  await field.fill(`${moment.what.tile}@${moment.what.cell}`);
  await field.press("Enter");
  await finish(at);
});

test("the board zooms by wheel and buttons, and never while a tile is held", async () => {
  const { page, rackTile } = await open();
  const scale = () => page.evaluate(() => document.querySelector("[role=grid] .scale").getScreenCTM().a);
  const first = await scale();
  const board = await centre(page.getByRole("grid"));
  await page.mouse.move(board.x, board.y);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(
    (was) => document.querySelector("[role=grid] .scale").getScreenCTM().a > was,
    first,
  );
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await page.waitForFunction(
    (was) => Math.abs(document.querySelector("[role=grid] .scale").getScreenCTM().a - was) < 0.01,
    first,
  );
  const from = await centre(rackTile);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(board.x, board.y, { steps: 4 });
  const held = await scale();
  await page.mouse.move(board.x + 200, board.y - 200, { steps: 4 });
  assert.equal(await scale(), held);
  await page.mouse.up();
  await page.context().close();
});

test("whoever scores with real tiles may choose the next tile before a first line of one is scored", async () => {
  const page = await openPage(chrome.browser, `${files.url}/scoring`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole("button", { name: "Start scoring" }).click();
  await page.getByRole("button", { name: "red circle" }).click();
  await page.locator(".cell .hint-dot").first().click();
  await page.getByRole("button", { name: "red square" }).click();
  await page.locator(".cell .hint-dot").first().waitFor();
  assert.equal(await page.locator(".board .problem").count(), 0);
  await page.getByRole("button", { name: "Score +1" }).click();
  await page.locator(".seats").getByText("1", { exact: true }).waitFor();
  // What no hand could allow is still refused.
  await page.getByRole("button", { name: "blue" }).click();
  await page.locator(".cell:is(.lying, .last, .laid)").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const problem = await page.locator(".board .problem").boundingBox();
  for (const button of await page.locator(".zoom button").all()) {
    const box = await button.boundingBox();
    const apart =
      box.x >= problem.x + problem.width ||
      problem.x >= box.x + box.width ||
      box.y >= problem.y + problem.height ||
      problem.y >= box.y + box.height;
    assert.ok(apart, `${JSON.stringify(problem)} is under ${JSON.stringify(box)}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a tile that cannot be in the first line is refused with that reason", async () => {
  const first = momentWith("base", (view) => {
    if (view.opened || view.tiles.length > 0) return null;
    const { fits } = ask("preview", { view, place: [] });
    return view.hand.find((tile) => fits[tile]?.length === 0);
  });
  const page = await openPage(chrome.browser, files.url);
  await openAt(page, files.url, first);
  await page.locator(`.rack > [data-tile="${first.what}"]`).first().click();
  await page.getByText(/^The .+ is not part of the longest line your hand can make\.$/).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
