// What is around the board: the tray, typed moves, shortcuts, tooltips, and the pace of bots.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";
import { momentWith, newGame, openAt, planFor } from "./states.mjs";

const { server: files, chrome } = stage();

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const middle = () =>
  momentWith(
    "base",
    (view) => view.history.length > 8 && view.acts.includes("trade") && view.acts.includes("place"),
  );
const field = (page) => page.getByLabel("Move, for example Rc@0,0 Rs@1,0");
const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

for (const [size, viewport] of Object.entries(sizes))
  test(`the board stays where it is, whatever the tray shows: ${size}`, async () => {
    const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, viewport });
    await openAt(page, files.url, middle());
    await page.locator(".rack > .tile").first().waitFor();
    await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
    const box = () => page.locator("main.board").boundingBox();
    const view = () => page.locator("[role=grid] .pan").first().getAttribute("style");
    const before = [await box(), await view()];
    await page.getByRole("button", { name: "Trade", exact: true }).click();
    await page.getByText("Pick up to 6 tiles to trade.").waitFor();
    assert.deepEqual([await box(), await view()], before, "trading");
    for (const i of [0, 1, 2]) await page.locator(".rack > .tile").nth(i).click();
    await page.getByRole("button", { name: "Trade 3 tiles" }).waitFor();
    assert.deepEqual([await box(), await view()], before, "picking");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("/");
    await field(page).fill("nonsense");
    await field(page).press("Enter");
    await page.getByText("“nonsense” is not a move.").waitFor();
    assert.deepEqual([await box(), await view()], before, "typing");
    await field(page).press("Escape");
    await page.getByRole("button", { name: "Hint" }).click();
    for (let step = 2; step <= 4; ++step) {
      await page.getByRole("button", { name: `Tell me more (${step} of 4)` }).waitFor();
      assert.deepEqual(await box(), before[0], `hint ${step - 1}`);
      await page.getByRole("button", { name: `Tell me more (${step} of 4)` }).click();
    }
    await page.getByText(/Chance of winning/).waitFor();
    assert.deepEqual(await box(), before[0], "the reasons of a hint");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test("a field for typing gets the focus however it was opened, and Escape closes it", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, middle());
  const tile = page.locator(".rack > .tile").first();
  await tile.click();
  await page.keyboard.press("/");
  await field(page).waitFor();
  assert.ok(await hasFocus(field(page)), "after a click on a tile");
  await page.keyboard.type("p1h");
  assert.equal(await field(page).inputValue(), "p1h");
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "detached" });
  assert.ok(await hasFocus(tile), "the focus returns");

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Type a move" }).click();
  await field(page).waitFor();
  assert.ok(await hasFocus(field(page)), "from the menu");
  // Asked for again while it is open.
  await tile.focus();
  await page.keyboard.press("/");
  assert.ok(await hasFocus(field(page)), "asked for again");
  await tile.focus();
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "detached" });
  await page.context().close();
});

test("Tab reaches the hand before the history", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, middle());
  await page.locator(".side summary").first().waitFor();
  await page.locator("[role=gridcell][tabindex='0']").focus();
  const stops = [];
  while (!stops.includes("history")) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        return at.closest(".rack") ? "hand" : at.closest(".side") ? "history" : at.tagName;
      }),
    );
    assert.ok(stops.length < 30, stops.join());
  }
  assert.ok(stops.includes("hand"), stops.join());
  await page.context().close();
});

test("every shortcut is listed, and icon buttons say their names", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, middle());
  await page.locator(".rack > .tile").first().waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  const keys = await sheet.locator("kbd").allInnerTexts();
  for (const key of ["1", "←", "ENTER", "END", "BACKSPACE", "P", "H", "/", "S", "ESC", "?"])
    assert.ok(keys.map((one) => one.toUpperCase()).includes(key), `${key} in ${keys.join(" ")}`);
  // What a key does is listed beside it: the letters that it names open and do the same.
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("h");
  await page.locator(".hint-bar").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".hint-bar").waitFor({ state: "detached" });

  // Browsers would show a title beside the tip.
  assert.equal(await page.locator(":is(button, a)[aria-label][title]").count(), 0);
  const tip = page.locator(".tip");
  assert.equal(await tip.isVisible(), false);
  await page.getByRole("button", { name: "Hint" }).hover();
  await tip.getByText("Hint (H)").waitFor();
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Home" }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await tip.getByText("Home", { exact: true }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a key that comes while a dialog still keeps the focus is the table's", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, middle());
  await page.locator(".rack > .tile").first().waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  // As a browser that has closed the dialog and not moved the focus yet.
  await page.evaluate(() => {
    const dialog = document.querySelector("dialog[open]");
    const button = dialog.querySelector("button");
    dialog.close();
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
  });
  await page.locator(".hint-bar").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

const four = [
  { name: "You" },
  { name: "Ada", bot: "greedy" },
  { name: "Ben", bot: "greedy" },
  { name: "Cleo", bot: "greedy" },
];

/** Time stands still until it is told to run. */
async function stopTime(page) {
  await page.clock.install({ time: 1_000_000 });
  await page.clock.pauseAt(2_000_000);
}
const turnsOf = (page) => page.locator(".side .sheet > li").count();
async function playSomething(page) {
  await page.keyboard.press("h");
  for (let step = 2; step <= 3; ++step)
    await page.getByRole("button", { name: `Tell me more (${step} of 4)` }).click();
  await page.getByRole("button", { name: "Place as shown" }).click();
  await page.locator(".cell.laid").first().waitFor();
  await page.keyboard.press("p");
}

test("bots move one after the other, and their pauses can be skipped", async () => {
  const moment = momentWith(
    "base",
    (view) => view.history.length > 3 && view.history.length < 30 && view.acts.includes("place"),
    four,
  );
  const page = await openPage(chrome.browser, files.url);
  await stopTime(page);
  await openAt(page, files.url, moment);
  await page
    .locator(".side .sheet > li")
    .nth(moment.view.history.length - 1)
    .waitFor();
  const before = await turnsOf(page);
  const reach = (count) =>
    page
      .locator(".side .sheet > li")
      .nth(count - 1)
      .waitFor();
  await playSomething(page);
  await reach(before + 1);
  // However long bots have been ready, only one of them is shown for each pause.
  await page.clock.runFor(800);
  await reach(before + 2);
  await page.locator(".told").getByText("Ada: ").waitFor();
  const skip = page.getByRole("button", { name: "Skip" });
  await skip.waitFor();
  assert.equal(await turnsOf(page), before + 2);
  await page.clock.runFor(1700);
  await reach(before + 3);
  await page
    .locator(".told")
    .getByText(/Ada: .* · Ben: /)
    .waitFor();
  // The rest without a pause, although time stands still.
  await skip.click();
  await reach(before + 4);
  await page.locator(".status.mine").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what others trade is told beside the board and at their seat", async () => {
  const traded = ({ history }) => history.at(-1)?.seat === 1 && history.at(-1).trade;
  const moment = momentWith("base", traded, [{ name: "You" }, { name: "Ben", bot: "greedy" }]);
  for (const viewport of Object.values(sizes)) {
    const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, viewport });
    await openAt(page, files.url, moment);
    const count = moment.what;
    await page
      .locator(".told")
      .getByText(new RegExp(`^Ben trades ${count} tiles?\\.$`))
      .waitFor();
    await page.locator(".seat").nth(1).getByText(`traded ${count}`).waitFor();
    await page.context().close();
  }
});

test("around one screen, people see what they drew", async () => {
  const plan = planFor("base", [{ name: "Ann" }, { name: "Ben" }], 4);
  const page = await openPage(chrome.browser, files.url, {
    settings: { brisk: true },
    viewport: sizes.phone,
  });
  await openAt(page, files.url, { ...newGame(plan), plan });
  await playToTheEnd(page, 2);
  await page.getByRole("button", { name: /^I am / }).click();
  await page.locator(".drew").first().waitFor();
  const told = await page.locator("p.drew > .tile").count();
  assert.ok(told > 0);
  assert.equal(await page.locator(".rack > .tile.drew").count(), told);
  await page.context().close();
});

test("a turn in the list of moves is shown on the board while it is looked at", async () => {
  const page = await openPage(chrome.browser, files.url, {
    settings: { brisk: true },
    viewport: sizes.desktop,
  });
  await openAt(page, files.url, middle());
  const marks = page.locator(".marks .pointed");
  const newest = page.locator(".sheet > li").filter({ has: page.locator("summary") }).first();
  assert.equal(await marks.count(), 0);
  await newest.hover();
  await marks.first().waitFor();
  await page.getByRole("heading", { name: "Still unseen" }).hover();
  await marks.first().waitFor({ state: "detached" });
  await newest.locator("summary").focus();
  await marks.first().waitFor();
  await page.getByRole("button", { name: "Sort" }).focus();
  await marks.first().waitFor({ state: "detached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
