// Lessons, puzzles and the scoring assistant have what is needed on one screen, without scrolling,
// on desktops and on phones however they are held.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import { remember } from "./screens.mjs";
import { stage } from "./stage.mjs";

const { server: files, chrome } = stage();

const sizes = [
  [1280, 800],
  [390, 844],
  [360, 640],
  [844, 390],
];

/** Fails unless all of these can be seen, and touched in their middle. */
async function assertInView(page, what, ...locators) {
  for (const locator of locators) {
    await locator.first().waitFor();
    for (const one of await locator.all()) {
      const fault = await one.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const name = (element.getAttribute("aria-label") ?? element.textContent).trim();
        const { innerWidth, innerHeight, scrollY } = window;
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || scrollY !== 0)
          return `${name} is at ${[left, top, right, bottom].map(Math.round)}, scrolled by ${scrollY}`;
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(over) || over?.contains(element)
          ? null
          : `${name} is covered by ${over?.className}`;
      });
      assert.equal(fault, null, `${what}: ${fault}`);
    }
  }
}
/** The part of the board that nothing covers, in pixels. */
async function assertBoard(page, what, least = 130) {
  const seen = await page.locator("[role=grid]").evaluate((grid) => {
    const { left, right, top, bottom } = grid.getBoundingClientRect();
    let rows = 0;
    for (let y = Math.ceil(top); y < bottom; ++y)
      if (grid.contains(document.elementFromPoint((left + right) / 2, y))) ++rows;
    return rows;
  });
  assert.ok(seen >= least, `${what}: ${seen} px of the board are in view`);
}

describe("room", { concurrency: 2 }, () => {
  for (const language of ["en", "de"])
    for (const [width, height] of sizes)
      test(`${language}, ${width} × ${height}`, async () => {
        const page = await openPage(chrome.browser, `${files.url}/learn/base`, {
          settings: { language },
          viewport: { width, height },
          hasTouch: width < 1000,
        });
        await remember(page);
        const tiles = page.locator(".rack > .tile");
        const go = page.locator(".dock .go");
        const settings = page.locator("header .settings");
        await assertInView(page, "lesson", tiles, go, settings);
        await assertBoard(page, "lesson", height > width ? 150 : 130);
        const text = page.locator(".words");
        assert.ok(
          await text.evaluate((one) => one.scrollHeight <= one.clientHeight + 1),
          "the task is cut off",
        );
        const buttons = page.locator(".zoom button");
        await assertInView(page, "buttons of the board", buttons);
        await tiles.first().click();
        const cell = await page.locator(".hint-dot").locator("..").first().boundingBox();
        assert.ok(cell.width >= 24, `a cell is ${cell.width} px wide`);
        await tiles.first().click();
        for (const [tile, cell] of [
          ["Rc", "0,0"],
          ["Rs", "-1,0"],
          ["Rl", "-2,0"],
        ]) {
          await page.locator(`.rack > [data-tile="${tile}"]`).click();
          await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
          await page.locator(`.cell[data-cell="${cell}"] .ring`).waitFor();
        }
        await go.click();
        await page.locator(".praise").waitFor();
        await assertInView(page, "lesson, step done", tiles, go);

        for (const game of ["base", "cubes"]) {
          await page.goto(`${files.url}/puzzles/${game}`);
          await assertInView(page, `puzzle of ${game}`, tiles, go, settings);
          await assertBoard(page, `puzzle of ${game}`);
        }
        await page.goto(`${files.url}/puzzles/base`);
        await tiles.first().waitFor();
        await page.locator(".acts > .button:not(.icon)").first().click();
        await tiles.first().click();
        await page.locator(".acts > .go").click();
        await page.locator("main .row b").nth(1).waitFor();
        await assertInView(page, "puzzle, tried", go, page.locator("h2.wrong"), page.locator("main .row"));
        await assertBoard(page, "puzzle, tried");

        await page.goto(`${files.url}/scoring`);
        await page.locator("form .go").click();
        const keys = page.locator(".palette button");
        await assertInView(page, "scoring", keys, go, settings, page.locator(".seats button"));
        await assertBoard(page, "scoring");
        await page.locator(".turn .button[aria-pressed]").last().click();
        await assertInView(page, "points", page.locator(".pad button"), go);
        assert.deepEqual(page.faults, []);
        await page.context().close();
      });
});
