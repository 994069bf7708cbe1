// The start page without a server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, moments, planFor, youAndBot } from "./states.mjs";

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
