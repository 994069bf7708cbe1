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
  await page.getByText("Look at the marked tiles in your hand.").waitFor();
  assert.equal(await page.locator(".rack > .tile.marked").count(), where.length);
  // Other tiles that the player has placed would look like part of the move.
  const { fits } = ask("preview", { view: moment.view, place: [] });
  const [tile] = Object.entries(fits).find(([, cells]) => cells.length > 0);
  await page.locator(`.rack > [data-tile="${tile}"]`).first().click();
  await page.locator(".hint-dot").first().click();
  await page.locator(".cell.laid").waitFor();
  await page.getByRole("button", { name: "Tell me more (3 of 4)" }).click();
  await page.getByText("Place the tiles as shown on the board.").waitFor();
  await page.locator(".cell.laid").waitFor({ state: "detached" });
  assert.match(
    await page.locator(".hint-bar .sr-only").textContent(),
    /^Place: .*column -?\d+, row/,
  );
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

/** The first moment at which the hint is an act of this kind, and the hint. */
const hinted = (edition, kind, may) =>
  momentWith(edition, (view) => {
    if (!view.acts.includes(kind) || !may(view)) return null;
    const hint = ask("hint", { view, simulations: 300 });
    return kind in hint.act && hint;
  });
const others = {
  trade: {
    moment: () => hinted("base", "trade", (view) => !view.acts.includes("place")),
    steps: ["Think of trading: the marked tiles help you least.", "Trade the marked tiles."],
    button: ({ trade }) => new RegExp(`^Trade ${trade.length} tiles?$`),
  },
  roll: {
    moment: () => hinted("cubes", "roll", (view) => view.acts.includes("place")),
    steps: ["Think of rolling again: look at the marked cubes.", "Roll the marked cubes again."],
    button: ({ roll }) => new RegExp(`^Roll ${roll.length} cubes?$`),
  },
  take: {
    moment: () => hinted("select", "take", () => true),
    steps: [
      "Look at the marked tile on the board.",
      "A disc can bring the marked tile into your hand.",
      "Take the marked tile. It costs one disc.",
    ],
    button: () => /^Take the /,
  },
};
for (const [kind, { moment, steps, button }] of Object.entries(others))
  test(`a hint to ${kind} is marked, and one button does it`, async () => {
    const at = moment();
    const { act, tiles } = at.what;
    const page = await openPage(chrome.browser, files.url, {
      settings: { brisk: true },
      viewport: { width: 390, height: 844 },
    });
    await openAt(page, files.url, at);
    await page.locator(".rack > .tile").first().waitFor();
    await page.keyboard.press("h");
    const bar = page.locator(".hint-bar");
    const seen = bar.locator("p > [aria-hidden], p:not(:has(> [aria-hidden]))");
    const marks = page.locator(kind === "take" ? ".pointed" : ".rack > .tile.marked");
    const count = kind === "take" ? 1 : tiles.length;
    const first = 4 - steps.length;
    for (const [i, text] of steps.entries()) {
      await bar.getByText(text, { exact: true }).waitFor();
      assert.doesNotMatch(await seen.first().innerText(), /column|row/);
      assert.equal(await marks.count(), count, text);
      await bar.getByRole("button", { name: `Tell me more (${first + i + 1} of 4)` }).click();
    }
    // The marks and the button stay while the reasons are read.
    await bar.getByText(/Chance of winning/).waitFor();
    assert.equal(await marks.count(), count);
    await bar.getByRole("button", { name: button(act) }).click();
    await bar.waitFor({ state: "detached" });
    const done = {
      trade: () => page.locator(".told, .status:not(.mine)").first().waitFor(),
      roll: () =>
        page.getByRole("button", { name: "Roll", exact: true }).waitFor({ state: "detached" }),
      take: () => page.locator(".rack > .tile").nth(6).waitFor(),
    };
    await done[kind]();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test("on an empty table the first hint is about the tiles", async () => {
  const moment = momentWith("base", (view) => view.history.length === 0);
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, moment);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Look at the marked tiles in your hand.").waitFor();
  await page.locator(".rack > .tile.marked").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
