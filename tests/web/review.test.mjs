// The review in the browser: the figures of `sixfold analyse`, better moves on the board, what if,
// and links to positions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { openPage, program } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { recordOf } from "./states.mjs";

const { server: files, chrome } = stage();
const folder = mkdtempSync(join(tmpdir(), "sixfold-review-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function openReview(record, options = {}) {
  const page = await openPage(chrome.browser, files.url, {
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  await page.evaluate(
    (text) => localStorage.setItem("sixfold.review", JSON.stringify(text)),
    record,
  );
  await page.goto(`${files.url}/review`);
  return page;
}

const percent = (share) => `${(100 * share).toFixed(1)}%`;
const signed = (share) => `${share >= 0 ? "+" : "−"}${percent(Math.abs(share))}`;

for (const [edition, turns] of [
  ["base", 8],
  ["cubes", 4],
])
  test(`a review of ${edition} has the figures of sixfold analyse`, async () => {
    const record = recordOf(edition, turns);
    const file = join(folder, `${edition}.jsonl`);
    writeFileSync(file, `${record}\n`);
    const analysed = JSON.parse(
      execFileSync(program, ["analyse", "--json", "--simulations", "100", file]),
    );
    const page = await openReview(record);
    await page.getByLabel("Analysis").selectOption({ label: "Quick" });
    const summary = page.locator("section").filter({ hasText: "Skill and luck" }).last();
    await summary.waitFor();
    const rows = await summary
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
      );
    assert.deepEqual(
      rows[0].map((_, seat) => rows.map((row) => row[seat])),
      analysed.seats.map((seat) => [
        percent(seat.start),
        signed(seat.skill),
        signed(seat.luck),
        percent(seat.result),
        percent(seat.adjusted),
        ...["best", "good", "inaccuracy", "mistake", "blunder"].map((name) =>
          String(seat.classes[name]),
        ),
      ]),
    );
    const acts = await page
      .locator(".acts .row")
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector(".turn").textContent,
          row.querySelector(".class").textContent,
          row.querySelector(".given").textContent.trim().split(",")[0],
          row.querySelector(".luck").textContent.trim(),
        ]),
      );
    assert.deepEqual(
      acts,
      analysed.acts.map((act) => [
        String(act.turn),
        act.class,
        `gave up ${percent(act.given_up)}`,
        `luck ${signed(act.luck[act.seat])}`,
      ]),
    );
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test("better moves on the board, what if, and a position by link", async () => {
  const page = await openReview(recordOf("base", 6));
  await page.getByLabel("Analysis").selectOption({ label: "Quick" });
  await page.locator("section").filter({ hasText: "Skill and luck" }).last().waitFor();
  await page.locator(".u-over").waitFor();
  await page.locator(".acts .row").nth(3).click();
  await page.getByRole("heading", { name: /^Turn 4: / }).waitFor();
  // The move that was played.
  await page.locator(".cell.suggested").first().waitFor();
  await page.getByRole("button", { name: "Alternative 1" }).click();
  await page.locator(".cell.suggested").first().waitFor();
  await page.getByText(/% \(± .*chance of winning/).waitFor();

  const tiles = page.locator(".rack > .tile");
  await tiles.first().waitFor();
  for (let i = 0; i < (await tiles.count()); ++i) {
    await tiles.nth(i).click();
    const dot = page.locator(".hint-dot").first();
    if (
      await dot.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    ) {
      await dot.click();
      break;
    }
  }
  await page.locator(".cell.laid").waitFor();
  await page.getByRole("button", { name: "What if?" }).click();
  await page.getByText(/^That gives up \d+\.\d% compared with the best move found\.$/).waitFor();

  await page.getByRole("button", { name: "Share this position" }).click();
  await page.getByText("The link is on your clipboard.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.length < 2000, `${link.length} characters`);
  const hand = await tiles.evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
  await page.goto(files.url);
  await page.goto(link);
  await page.getByText(/left in the bag\. What would you play\?$/).waitFor();
  await tiles.first().waitFor();
  assert.deepEqual(
    await tiles.evaluateAll((all) => all.map((one) => one.dataset.tile).sort()),
    hand,
  );
  await page.goto(files.url);
  await page.goto(`${files.url}/p#nonsense`);
  await page.getByText("There is no position in this link.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
