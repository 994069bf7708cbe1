// Hints come in steps, one at a time, and only if the table allows them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, momentWith, openAt } from "./states.mjs";

const { server: files, chrome } = stage();

test("where, which tiles, the move, why", async () => {
  const moment = momentWith(
    "base",
    (view) => view.history.length > 6 && view.acts.includes("place"),
  );
  const { where, act } = ask("hint", { view: moment.view, simulations: 300 });
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, moment);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Look at the marked cells.").waitFor();
  assert.equal(await page.locator(".pointed").count(), where.length);
  assert.equal(await page.locator(".cell.suggested").count(), 0);
  await page.getByRole("button", { name: "Tell me more (2 of 4)" }).click();
  await page.getByText(/^Look at: /).waitFor();
  await page.getByRole("button", { name: "Tell me more (3 of 4)" }).click();
  await page.getByText(/^Place as shown: /).waitFor();
  assert.match(await page.locator(".hint-bar .sr-only").textContent(), /^Place: .*column -?\d+, row/);
  const shown = await page
    .locator(".cell.suggested")
    .evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
  assert.deepEqual(shown, act.place.map((placed) => placed.split("@")[1]).sort());
  await page.getByRole("button", { name: "Tell me more (4 of 4)" }).click();
  await page.getByText(/Chance of winning: \d+%/).waitFor();
  await page.getByRole("button", { name: "Place as shown" }).click();
  await page.locator(".cell.laid").first().waitFor();
  const laid = await page
    .locator(".cell.laid")
    .evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
  assert.deepEqual(laid, shown);
  await page.getByRole("button", { name: /^Play \+/ }).click();
  await page.locator(".hint-bar").waitFor({ state: "detached" });
  assert.equal(await page.locator(".cell.suggested").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a hint that lays nothing begins with the tiles", async () => {
  const moment = momentWith(
    "base",
    (view) => view.acts.includes("trade") && !view.acts.includes("place"),
  );
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, moment);
  await page.keyboard.press("h");
  await page.getByText(/^Look at: /).waitFor();
  await page.getByRole("button", { name: "Tell me more (3 of 4)" }).click();
  await page.getByText(/^Trade /).waitFor();
  await page.context().close();
});
