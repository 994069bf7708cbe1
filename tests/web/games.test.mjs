// Each of the six games, from the set-up to the result, by a person against a bot.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import { playToTheEnd, setUp } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server: files, chrome } = stage();

const games = ["Classic", "Star Wars edition", "Cubes", "Select", "Connect", "Select + Connect"];
describe("six games", { concurrency: 3 }, () => {
  for (const game of games)
    test(`${game}: from the set-up to the result`, { timeout: 300_000 }, async () => {
      const page = await openPage(chrome.browser, files.url, {
        settings: { brisk: true, opponent: "greedy" },
        viewport: { width: 800, height: 600 },
      });
      await setUp(page, game);
      const done = await playToTheEnd(page);
      const result = page.getByRole("dialog", { name: "Result" });
      await result.waitFor();
      assert.ok(done.turns > 5, JSON.stringify(done));
      assert.equal(await result.getByRole("row").count(), 3);
      await result.getByRole("button", { name: "Rematch" }).click();
      await page.locator(".status", { hasText: /Your turn|thinking/ }).waitFor();
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
});
