// How tiles look, and how a Sixfold is celebrated.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, momentWith, openAt, placementsOf } from "./states.mjs";

const { server: files, chrome } = stage();

for (const edition of ["base", "star-wars", "cubes"])
  test(`symbols fill 75 to 80 % of a tile: ${edition}`, async () => {
    const all = (view) =>
      new Set([...view.tiles, ...view.hand].map((tile) => tile.charAt(1))).size === 6;
    const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
    await openAt(page, files.url, momentWith(edition, all));
    await page.locator(".rack > .tile").first().waitFor();
    const shares = await page.locator(".tile:has(> .edge)").evaluateAll((tiles) =>
      tiles.map((tile) => {
        const symbol = tile.querySelector("use");
        const [drawn, edge] = [symbol, tile.querySelector(".edge")].map((one) =>
          one.getBoundingClientRect(),
        );
        const share = Math.max(drawn.width, drawn.height) / edge.width;
        return { shape: symbol.getAttribute("href"), share: Math.round(share * 1000) / 10 };
      }),
    );
    assert.equal(new Set(shares.map(({ shape }) => shape)).size, 6);
    assert.deepEqual(
      shares.filter(({ share }) => share < 75 || share > 80),
      [],
    );
    await page.context().close();
  });

/** A placement that completes a Sixfold. */
function sixIn(view) {
  for (const { place, points } of placementsOf(view)) {
    if (points < 12) continue;
    const { legal, score } = ask("preview", { view, place });
    const six = score?.lines.filter(({ bonus }) => bonus !== undefined) ?? [];
    if (legal && six.length === 1) return { place, points: score.points, cells: six[0].cells };
  }
}

test("a Sixfold is celebrated, and the bot waits", async () => {
  const moment = momentWith("base", (view) => view.bag > 5 && sixIn(view));
  const { place, points, cells } = moment.what;
  for (const calm of [false, true]) {
    const page = await openPage(chrome.browser, files.url, { settings: { calm } });
    await page.clock.install({ time: 1_000_000 });
    await page.clock.pauseAt(2_000_000);
    await openAt(page, files.url, moment);
    await page.locator(".rack > .tile").first().waitFor();
    const turns = () => page.locator(".side .sheet > li").count();
    await page.keyboard.press("/");
    const field = page.getByLabel("Move, for example Rc@0,0 Rs@1,0");
    await field.fill(place.join(" "));
    await field.press("Enter");
    await page.getByRole("button", { name: `Play +${points}` }).waitFor();
    await field.press("Escape");
    await page.keyboard.press("p");
    const cheer = page.locator(".cheer");
    await cheer.getByText("A Sixfold!").waitFor();
    assert.equal(await page.locator(".lit").count(), 6);
    assert.deepEqual(cells.length, 6);
    // The points count up, unless motion is off.
    await cheer.getByText(calm ? `+${points}` : "+0", { exact: true }).waitFor();
    const before = await turns();
    await page.clock.runFor(1600);
    await cheer.getByText(`+${points}`, { exact: true }).waitFor();
    assert.equal(await turns(), before, "the bot has not replied yet");
    await page.clock.runFor(1600);
    await page.locator(".side .sheet > li").nth(before).waitFor();
    await cheer.waitFor({ state: "detached" });
    assert.equal(await page.locator(".lit").count(), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
