// Games that take days: their clock, the time that is left, and the way from one to the next.
import assert from "node:assert/strict";
import { test } from "node:test";

import { axeSource, serveGames } from "./browser.mjs";
import { annAndBen, choose, closeAll, openAs, phone, resign, tablet } from "./people.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--seed-wait", "60000", "--log", "off"));

const days = (text) => async (page) => {
  await page.getByRole("radio", { name: "Days per move", exact: true }).check();
  if (text) await page.getByRole("radio", { name: text, exact: true }).check();
};
async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${screen}: ${id}: ${nodes[0].html}`),
    [],
  );
}

test("a table can have one to fourteen days per move, and remembers it", async () => {
  const page = await openAs(chrome, server, "Ann", "/setup/online", { bypassCSP: true });
  await days()(page);
  const group = page.getByRole("group", { name: "Time for each move" });
  assert.deepEqual((await group.getByRole("radio").all()).length, 6);
  assert.deepEqual(
    (await group.locator("label").allInnerTexts()).map((text) => text.trim()),
    ["1 day", "2 days", "3 days", "5 days", "7 days", "14 days"],
  );
  assert.ok(await group.getByLabel("3 days").isChecked());
  await check(page, "set-up");
  await group.getByLabel("3 days").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await group.getByLabel("5 days").isChecked());
  await page.getByLabel("Show the table in the lobby").check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("5 days per move").first().waitFor();
  const visitor = await openAs(chrome, server, "Ben", "/lobby");
  await visitor.getByText(/Ann · .* · 5 days per move/).waitFor();
  await page.getByRole("button", { name: "Leave the seat" }).click();
  await page.goto(`${server.url}/setup/online`);
  assert.ok(await group.getByLabel("5 days").isChecked());
  await closeAll(page, visitor);
});

test("a table can have days for all moves", async () => {
  const page = await openAs(chrome, server, "Ann", "/setup/online", { bypassCSP: true });
  await page.getByRole("radio", { name: "Days per player", exact: true }).check();
  const all = page.getByRole("group", { name: "Time for all moves" });
  const added = page.getByRole("group", { name: "Added for each turn" });
  const textsOf = async (group) =>
    (await group.locator("label").allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(await textsOf(all), ["7 days", "14 days", "30 days"]);
  assert.deepEqual(await textsOf(added), ["Nothing", "12 hours", "1 day"]);
  assert.ok(await all.getByLabel("14 days").isChecked());
  await check(page, "set-up");
  await added.getByLabel("1 day").check();
  await page.getByLabel("Show the table in the lobby").check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("14 days + 1 day").first().waitFor();
  const visitor = await openAs(chrome, server, "Ben", "/lobby");
  await visitor.getByText(/Ann · .* · 14 days \+ 1 day/).waitFor();
  await page.getByRole("button", { name: "Leave the seat" }).click();
  await page.goto(`${server.url}/setup/online`);
  assert.ok(await added.getByLabel("1 day").isChecked());
  await added.getByLabel("Nothing").check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("14 days per player").first().waitFor();
  await closeAll(page, visitor);
});

test("choices of an older version, which knew no days, still open a table", async () => {
  const page = await openAs(chrome, server, "Ann", "/setup/online");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".link").waitFor();
  await page.evaluate(() => {
    const key = "sixfold.setup.online";
    const choices = JSON.parse(localStorage.getItem(key));
    delete choices.clock.days;
    localStorage.setItem(key, JSON.stringify(choices));
  });
  await page.goto(`${server.url}/setup/online`);
  await days()(page);
  assert.ok(await page.getByLabel("3 days").isChecked());
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("3 days per move").first().waitFor();
  await closeAll(page);
});

test("the time that is left is told in days and hours", async () => {
  const { ann, ben, mover } = await annAndBen(chrome, server, {
    edit: days("14 days"),
    anns: phone,
  });
  // The page itself may just be storing its settings.
  while ((await ben.locator("html").getAttribute("lang")) !== "de") {
    await ben.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem("sixfold.settings"));
      localStorage.setItem("sixfold.settings", JSON.stringify({ ...settings, language: "de" }));
    });
    await ben.reload();
    await ben.locator(".rack > button").first().waitFor();
  }
  for (const [page, text] of [
    [ann, "13 days, 23 hrs"],
    [ben, "13 Tg., 23 Std."],
  ]) {
    const clock = page.locator(".clock.runs");
    await clock.getByText(text).waitFor();
    // All of it is in sight.
    const [inner, outer] = await clock.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok(inner <= outer, `${inner} of ${outer} pixels`);
  }
  await mover.goto(`${server.url}/games`);
  const left = mover === ann ? "13 days, 23 hours left" : "noch 13 Tage, 23 Stunden";
  await mover.getByText(left).first().waitFor();
  await closeAll(ann, ben);
});

/** Ann becomes an account at her own table. */
async function register(page, name) {
  await page.goto(`${server.url}/account`);
  const form = page.locator("section.panel").filter({
    has: page.getByRole("heading", { name: "Create an account", exact: true }),
  });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
  await form.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Holidays", exact: true }).waitFor();
}

test("clocks stand still on holiday, and the others see until when", async () => {
  const { ann, ben, path, mover } = await annAndBen(chrome, server, {
    edit: days("7 days"),
    anns: { bypassCSP: true },
  });
  if (mover === ben) await playToTheEnd(ben, 1);
  await ann.locator(".status.mine").waitFor();
  await register(ann, "Ann Away");
  const panel = ann.locator("#holidays");
  await panel.getByText("21 days left.").waitFor();
  await check(ann, "holidays");
  await panel.getByLabel("Number of days").fill("10");
  await panel.getByRole("button", { name: "Take the holiday" }).click();
  await panel.getByText(/You are on holiday until/).waitFor();
  await check(ann, "on holiday");
  // Nothing that the visitor did led to it, at the other end.
  await ben.getByText(/On holiday until/).waitFor();
  // What is left is what was left when the holiday began.
  await ben
    .locator(".clock.runs")
    .getByText(/^6 days, 23 hrs$/)
    .waitFor();
  await ann.goto(server.url + path);
  await ann
    .locator(".clock.runs")
    .getByText(/^6 days, 23 hrs$/)
    .waitFor();
  await ann.goto(`${server.url}/account`);
  await panel.getByRole("button", { name: "End the holiday" }).click();
  // A day that has begun counts.
  await panel.getByText("20 days left.").waitFor();
  await ben.getByText(/On holiday until/).waitFor({ state: "detached" });
  // One for later can be cancelled, and costs nothing then.
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await panel.getByLabel("First day").fill(later);
  await panel.getByRole("button", { name: "Take the holiday" }).click();
  await panel.getByText(/Your holiday begins/).waitFor();
  await panel.getByRole("button", { name: "Cancel the holiday" }).click();
  await panel.getByText("20 days left.").waitFor();
  await closeAll(ann, ben);
});

test("a note about a table is kept, for its writer alone", async () => {
  const { ann, ben } = await annAndBen(chrome, server, {
    edit: days("7 days"),
    anns: { ...phone, bypassCSP: true },
  });
  const note = (page) => page.getByRole("textbox", { name: "Notes" });
  await choose(ann, "Notes");
  await note(ann).fill("Keep the red star.");
  await ann.getByText("Saved.").waitFor();
  await check(ann, "notes");
  await note(ann).fill("Keep the red star, and the blue one.");
  // What was just written is kept even if the dialog is closed at once.
  const kept = ann.waitForResponse((one) => one.url().includes("/api/me/notes/"));
  await ann.keyboard.press("Escape");
  assert.ok((await kept).ok());
  await ann.reload();
  await choose(ann, "Notes");
  await note(ann).waitFor();
  assert.equal(await note(ann).inputValue(), "Keep the red star, and the blue one.");
  await choose(ben, "Notes");
  await note(ben).waitFor();
  assert.equal(await note(ben).inputValue(), "");
  await closeAll(ann, ben);
});

/** Trades a tile without a connection, and closes the page. */
async function tradeOffline(page) {
  await page.context().setOffline(true);
  await page.getByText(/Connection lost/).first().waitFor();
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  await page.locator(".rack > button").first().click();
  await page.getByRole("button", { name: /^Trade 1/ }).click();
  await page.waitForFunction(() => localStorage.getItem("sixfold.unsent") !== null);
  await page.goto("about:blank");
  await page.context().setOffline(false);
  page.faults = page.faults.filter((fault) => !/WebSocket|ERR_|Access is denied/.test(fault));
}
const unsent = (page) => page.evaluate(() => localStorage.getItem("sixfold.unsent"));

test("a move made without a connection is sent after the page was closed", async () => {
  const { ann, ben, path, mover, other } = await annAndBen(chrome, server, {
    edit: days("7 days"),
  });
  await playToTheEnd(mover, 1);
  await playToTheEnd(other, 1);
  await mover.locator(".status.mine").waitFor();
  await tradeOffline(mover);
  await mover.goto(server.url + path);
  await other.locator(".status.mine").waitFor();
  await mover.locator(".status:not(.mine)").waitFor();
  await mover.waitForFunction(() => localStorage.getItem("sixfold.unsent") === null);

  // One that comes too late is refused, and the table shown as it is.
  await playToTheEnd(other, 1);
  await mover.locator(".status.mine").waitFor();
  await tradeOffline(mover);
  await resign(other);
  await mover.goto(server.url + path);
  await mover.getByRole("alert").first().waitFor();
  await mover.locator(".status").getByText(/over/).waitFor();
  assert.equal(await unsent(mover), null);
  await closeAll(ann, ben);
});

test("after a move the next game that waits is one step away", async () => {
  const first = await annAndBen(chrome, server, {
    edit: days("7 days"),
    anns: { bypassCSP: true },
    bens: { bypassCSP: true },
  });
  const { ann, ben } = first;
  // A second table of the same two.
  await ann.goto(`${server.url}/setup/online`);
  await days("2 days")(ann);
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  await ben.goto(server.url + path);
  await ben.getByRole("button", { name: "Sit down" }).click();
  for (const page of [ann, ben]) await page.locator(".rack > button").first().waitFor();
  const second = (await ann.locator(".status.mine").count()) > 0 ? ann : ben;
  // Whoever is to move at the first table gets the turn at the second one, too.
  const busy = first.mover;
  const idle = busy === ann ? ben : ann;
  if (second === idle) await playToTheEnd(idle, 1);
  await busy.locator(".status.mine").waitFor();
  const next = busy.getByRole("link", { name: "Next game" });
  assert.equal(await next.count(), 0);

  await busy.goto(server.url + first.path);
  await busy.locator(".status.mine").waitFor();
  assert.equal(await next.count(), 0);
  await playToTheEnd(busy, 1);
  await next.waitFor();
  await check(busy, "next game");
  // On a phone it is beside what the tray says, on a tablet above the board.
  for (const [size, place] of [
    [phone.viewport, "footer .tray"],
    [tablet.viewport, ".people"],
  ]) {
    await busy.setViewportSize(size);
    assert.equal(await next.count(), 1);
    assert.equal(await busy.locator(place).getByRole("link", { name: "Next game" }).count(), 1);
  }
  await busy.setViewportSize(phone.viewport);
  await next.press("Enter");
  await busy.locator(".status.mine").waitFor();
  assert.equal(new URL(busy.url()).pathname, path);
  await next.waitFor({ state: "detached" });
  await playToTheEnd(busy, 1);
  // None is left; the other one has two.
  await busy.locator(".status:not(.mine)").waitFor();
  assert.equal(await next.count(), 0);
  await closeAll(ann, ben);
});
