// The start page without a server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import {
  ask,
  giveNext,
  keptGame,
  momentWith,
  moments,
  planFor,
  youAndBot,
} from "./states.mjs";

const { server: files, chrome } = stage();

test("the table on the start page can be built tile by tile under the rules", async () => {
  const page = await openPage(chrome.browser, files.url);
  await page.locator("[data-placed]").first().waitFor();
  const left = new Set(
    await page.locator("[data-placed]").evaluateAll((all) => all.map((one) => one.dataset.placed)),
  );
  assert.ok(left.size > 10);
  const [{ view }] = moments(planFor("base", youAndBot));
  const tiles = [];
  const fits = (placed) =>
    ask("preview", {
      view: { ...view, tiles, hand: [placed.split("@")[0]], opened: tiles.length > 0 },
      place: [placed],
    }).legal;
  for (;;) {
    const next = [...left].find(fits);
    if (!next) break;
    tiles.push(next);
    left.delete(next);
  }
  assert.deepEqual([...left], []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** The room in a panel below the last thing that it holds. */
const roomBelow = (panel) =>
  panel.evaluate((one) => {
    const last = one.lastElementChild.getBoundingClientRect();
    return one.getBoundingClientRect().bottom - last.bottom;
  });
const running = momentWith("base", (view) => view.history.length > 3);
const screens = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
];
for (const viewport of screens)
  for (const locale of ["en-GB", "de-DE"])
    for (const kept of [null, running])
      test(`the start page has no holes at ${viewport.width} px, ${locale}, ${kept ? "with a game" : "for a newcomer"}`, async () => {
        const page = await openPage(chrome.browser, files.url, { viewport, locale });
        if (kept) {
          await giveNext(page, keptGame(kept));
          await page.reload();
          await page.locator(".yours li").waitFor();
        }
        await page.locator(".doors").waitFor();
        const room = await roomBelow(page.locator(".yours"));
        const most = viewport.height > 700 ? 40 : 90;
        assert.ok(room < most, `${room} px below ${await page.locator(".yours").textContent()}`);
        const { bottom, covered } = await page.evaluate(() => {
          const boxes = (selector) =>
            [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
          // On small screens only a part of the table is in sight.
          const [clip] = boxes(".hero .board");
          const tiles = boxes("[data-placed]").map(({ left, right, top, bottom }) => ({
            left: Math.max(left, clip.left),
            right: Math.min(right, clip.right),
            top: Math.max(top, clip.top),
            bottom: Math.min(bottom, clip.bottom),
          }));
          return {
            bottom: boxes(".foot")[0].bottom,
            covered: boxes(".hero .do > *").filter((button) =>
              tiles.some(
                (tile) =>
                  tile.left < button.right &&
                  button.left < tile.right &&
                  tile.top < button.bottom &&
                  button.top < tile.bottom,
              ),
            ).length,
          };
        });
        assert.equal(covered, 0);
        // Nothing to scroll for, and little that stays empty.
        if (viewport.height > 700) {
          assert.ok(bottom <= viewport.height, `${bottom} px`);
          assert.ok(bottom > viewport.height * 0.87, `${bottom} px`);
        }
        assert.deepEqual(page.faults, []);
        await page.context().close();
      });
