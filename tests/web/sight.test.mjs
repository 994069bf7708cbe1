// What is in sight on the board: the table cannot be lost, a far-off move takes nothing along, and
// the keyboard shows what a pointer shows.
import assert from "node:assert/strict";
import { test } from "node:test";

import { closeAll, openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, momentWith, openAt } from "./states.mjs";

const { server: files, chrome } = stage();

const fitsOf = (view) => ask("preview", { view, place: [] }).fits;
const middle = momentWith("base", (view) => {
  if (view.history.length < 8) return null;
  const [tile, cells] = Object.entries(fitsOf(view)).find(([, found]) => found.length > 1) ?? [];
  return tile && { tile, cells, number: view.hand.indexOf(tile) + 1 };
});

async function open(options = {}) {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, ...options });
  await openAt(page, files.url, middle);
  await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
  return page;
}
const view = (page) =>
  page.evaluate(() => {
    const { a, e, f } = document.querySelector("[role=grid] .scale").getScreenCTM();
    return { scale: a, x: e, y: f };
  });
/** How many tiles are entirely on the board's part of the screen. */
const tilesInSight = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector("[role=grid]").getBoundingClientRect();
    return [...document.querySelectorAll("[role=grid] .cell[data-tile]")].filter((cell) => {
      const box = cell.getBoundingClientRect();
      return (
        box.left >= frame.left - 1 &&
        box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 &&
        box.bottom <= frame.bottom + 1
      );
    }).length;
  });

test("a tile stays in sight, however far the table is dragged, scrolled or zoomed", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await open({ viewport });
    const board = await page.getByRole("grid").boundingBox();
    const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
    for (const [dx, dy] of [
      [-1, 0],
      [1, 1],
      [0, -1],
      [1, -1],
    ]) {
      for (let i = 0; i < 5; ++i) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + dx * 900, y + dy * 900, { steps: 3 });
        await page.mouse.up();
      }
      assert.ok((await tilesInSight(page)) > 0, `dragged by ${dx}, ${dy}`);
    }
    await page.mouse.move(x, y);
    for (let i = 0; i < 12; ++i) await page.mouse.wheel(400, 300);
    assert.ok((await tilesInSight(page)) > 0, "scrolled");
    await closeAll(page);
  }
});

test("a typed move off the table is refused with its reason, and nothing moves", async () => {
  const page = await open({ settings: { brisk: true, coordinates: true } });
  const before = await view(page);
  await page.keyboard.press("/");
  const field = page.getByLabel("Move, for example Rc@0,0 Rs@1,0");
  await field.fill(`${middle.what.tile}@40,40`);
  await field.press("Enter");
  await page.locator("#typed-help").getByText("At least one tile must touch").waitFor();
  await page
    .getByRole("log")
    .getByText("At least one tile must touch")
    .waitFor({ state: "attached" });
  assert.equal(await page.locator(".cell.laid, .cell.wrong").count(), 0);
  assert.deepEqual(await view(page), before);
  // What was typed can be corrected.
  assert.equal(await field.inputValue(), `${middle.what.tile}@40,40`);
  await field.fill(`${middle.what.tile}@${middle.what.cells[0]}`);
  await field.press("Enter");
  await page.locator(".cell.laid").waitFor();
  assert.equal(await field.inputValue(), "");
  await closeAll(page);
});

test("what was placed far off is taken back, and so is the view", async () => {
  const page = await open();
  const before = await view(page);
  const frame = await page.getByRole("grid").boundingBox();
  // At the edge of the board, where the view follows.
  await page.locator(`.rack > [data-tile="${middle.what.tile}"]`).first().click();
  await page.mouse.click(frame.x + 6, frame.y + 6);
  await page.locator(".cell.wrong").waitFor();
  await page.waitForFunction(
    ({ x }) => document.querySelector("[role=grid] .scale").getScreenCTM().e !== x,
    before,
  );
  await page.keyboard.press("Backspace");
  await page.locator(".cell.wrong").waitFor({ state: "detached" });
  await page.waitForFunction(({ x, y, scale }) => {
    const { a, e, f } = document.querySelector("[role=grid] .scale").getScreenCTM();
    return Math.hypot(e - x, f - y) < 1 && Math.abs(a - scale) < 0.001;
  }, before);
  await closeAll(page);
});

test("the cursor of the keyboard shows the tile and its points, as a pointer does", async () => {
  const page = await open();
  const { tile, cells, number } = middle.what;
  const pointsAt = (cell) =>
    ask("preview", { view: middle.view, place: [`${tile}@${cell}`] })
      .score.lines.map(({ cells: line, bonus = 0 }) => `+${line.length + bonus}`)
      .sort()
      .join();
  await page.keyboard.press(String(number));
  for (let i = 0; i < 2; ++i) {
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement?.ariaLabel?.endsWith("fits"));
    const cell = await page.evaluate(() => document.activeElement.dataset.cell);
    assert.ok(cells.includes(cell));
    await page.locator(".target:not(.bad)").waitFor();
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".pill")]
          .map((one) => one.textContent)
          .sort()
          .join() === wanted,
      pointsAt(cell),
    );
  }
  // It goes when the focus leaves the board.
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.locator(".target").waitFor({ state: "detached" });
  await closeAll(page);
});

test("the cursor stays near the table", async () => {
  const page = await open();
  const columns = middle.view.tiles.map((placed) => Number(placed.split(/[@,]/)[1]));
  await page.locator("[role=gridcell][tabindex='0']").focus();
  for (let i = 0; i < 40; ++i) await page.keyboard.press("ArrowRight");
  await page.waitForFunction(
    (right) => Number(document.activeElement?.dataset.cell?.split(",")[0]) === right,
    Math.max(...columns) + 6,
  );
  await closeAll(page);
});

test("no number at the edge of the board is cut off by the corner", async () => {
  const page = await open({ settings: { brisk: true, coordinates: true } });
  const board = await page.getByRole("grid").boundingBox();
  await page.mouse.move(board.x + 300, board.y + 200);
  await page.mouse.down();
  for (let by = 0; by < 120; by += 7) {
    await page.mouse.move(board.x + 300 + by, board.y + 200);
    const hidden = await page.evaluate(() => {
      const corner = document.querySelector(".rulers .corner").getBoundingClientRect();
      return [...document.querySelectorAll(".columns > text")]
        .map((one) => one.getBoundingClientRect())
        .some(({ left, right }) => left < corner.right && right > corner.left);
    });
    assert.equal(hidden, false, `moved by ${by}`);
  }
  await page.mouse.up();
  await closeAll(page);
});
