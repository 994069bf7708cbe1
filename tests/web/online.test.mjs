// Two people in two browsers, a spectator, and losses of the network and of the server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() =>
  serveGames("--bot-pace", "0", "--seed-wait", "60000", "--grace", "0", "--log", "off"),
);

const settings = (name) => ({ settings: { name, brisk: true } });
const open = (name, path = "") => openPage(chrome.browser, server.url + path, settings(name));

/** Ann creates a table for two and Ben follows her link: two clicks. */
async function annAndBen(edit = async () => {}) {
  const ann = await open("Ann");
  await ann.getByRole("link", { name: "Play with friends" }).click();
  await edit(ann);
  await ann.getByRole("button", { name: "Open the table" }).click();
  const link = await ann.locator(".link").textContent();
  assert.match(link, /\/t\/[A-Z]{6}$/);
  const ben = await open("Ben", new URL(link).pathname);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, ben].map((page) => page.locator(".rack > button").first().waitFor()));
  // Hints exist only at tables created with them.
  assert.equal(await ben.getByRole("button", { name: "Hint" }).count(), 0);
  return { ann, ben, link };
}
const mine = (page) => page.locator(".status.mine").count();
async function atTurn(...pages) {
  for (;;) {
    for (const page of pages) if ((await mine(page)) > 0) return page;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Places whatever fits, beginning with this tile of the hand. */
async function layWhatFits(page, first = 0) {
  for (let number = 0; number < 6; ++number) {
    const tile = page.locator(".rack > button").nth((first + number) % 6);
    if ((await tile.getAttribute("class")).includes("laid")) continue;
    await tile.click();
    const hint = page.locator(".hint-dot").first();
    // A worker computes where a tile fits, and it may be busy.
    const nowhere = page.locator(".tray").getByText(/fits nowhere now|is not part of the longest line/);
    await hint.or(nowhere).first().waitFor();
    if ((await nowhere.count()) > 0) {
      await tile.click();
      continue;
    }
    const laid = await page.locator(".cell.laid").count();
    await hint.click();
    await page.waitForFunction(
      (before) => document.querySelectorAll(".cell.laid").length > before,
      laid,
    );
    await page.waitForFunction(
      () =>
        document.querySelector(".pill, .problem") !== null ||
        document.querySelector("footer .play")?.textContent.includes("+"),
    );
  }
}
async function play(page) {
  const play = page.getByRole("button", { name: /^Play \+/ });
  // The first player must begin with the longest line, which another tile may begin.
  for (let first = 0; ; ++first) {
    await layWhatFits(page, first);
    if ((await play.count()) > 0 && (await play.isEnabled())) break;
    assert.ok(first < 6);
    while ((await page.locator(".cell.laid").count()) > 0) await page.keyboard.press("Backspace");
  }
  await play.click();
  await page.locator(".cell.laid").first().waitFor({ state: "detached" });
}
const closeAll = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(
      page.faults.filter((fault) => !/WebSocket|ERR_|Failed to load/.test(fault)),
      [],
    );
    await page.context().close();
  }
};

test("two people by link, one who watches, and a rematch", async () => {
  const { ann, ben, link } = await annAndBen();
  const eve = await open("Eve", new URL(link).pathname);
  await eve.getByText("You are watching").waitFor();
  assert.equal(await eve.locator(".rack > button").count(), 0);

  const first = await atTurn(ann, ben);
  await play(first);
  const second = first === ann ? ben : ann;
  await second.locator(".status.mine").waitFor();
  await second.locator(".cell.last").first().waitFor();
  await eve.locator(".cell.last").first().waitFor();

  await ann.getByRole("button", { name: "Menu" }).click();
  await ann.getByRole("button", { name: "Say something" }).click();
  await ann.getByRole("button", { name: "Good luck!" }).click();
  await ben.locator(".bubble", { hasText: "Good luck!" }).waitFor();

  await ben.getByRole("button", { name: "Menu" }).click();
  await ben.getByText("Resign", { exact: true }).first().click();
  await ben.getByRole("button", { name: "Resign" }).click();
  await ann.locator(".headline", { hasText: "You win!" }).waitFor();
  await ann.getByRole("button", { name: "Rematch" }).click();
  await ann.getByRole("heading", { name: "Waiting for players" }).waitFor();
  await ben.getByRole("button", { name: "Close", exact: true }).click();
  await ben.getByRole("button", { name: "Rematch: go to the new table" }).click();
  await Promise.all([ann, ben].map((page) => page.getByText("Nothing has been played").waitFor()));
  await closeAll(ann, ben, eve);
});

test("a finished game can be watched by its link", async () => {
  const { ann, ben } = await annAndBen();
  await play(await atTurn(ann, ben));
  await ann.getByRole("button", { name: "Menu" }).click();
  await ann.getByText("Resign", { exact: true }).first().click();
  await ann.getByRole("button", { name: "Resign" }).click();
  await ben.locator(".headline", { hasText: "You win!" }).waitFor();
  await ben.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ben.getByRole("button", { name: "Share link" }).click();
  await ben.getByText("The link is on your clipboard.").waitFor();
  const shared = await ben.evaluate(() => navigator.clipboard.readText());
  const eve = await open("Eve", new URL(shared).pathname);
  await eve.getByRole("slider").waitFor();
  await eve.getByRole("button", { name: "Last turn" }).click();
  await eve.locator(".cell.last, .cell.lying").first().waitFor();
  await closeAll(ann, ben, eve);
});

/** Opens the game if it is her turn to; something fits then, as it may not later. */
async function openOrWait(page) {
  const none = page.getByText("Nothing has been played yet.");
  if ((await none.count()) > 0 && (await mine(page)) > 0) await play(page);
  await page.locator(".sheet > li:not(.none)").first().waitFor();
}

test("a lost network or server is seen and loses no tile", async () => {
  const { ann, ben } = await annAndBen();
  const page = await atTurn(ann, ben);
  await layWhatFits(page);
  const laid = () =>
    page.locator(".cell.laid").evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
  const before = await laid();
  assert.ok(before.length > 0);
  await server.stop();
  await page.locator(".banner", { hasText: "Connection lost." }).waitFor();
  // Played while disconnected: it is sent again after reconnecting.
  await page.getByRole("button", { name: /^Play \+/ }).click();
  // One note says both.
  const lost = page.locator(".banner", { hasText: "Connection lost." });
  await lost.getByText("Your move will be sent as soon as the connection is back.").waitFor();
  assert.equal(await page.getByText("Your move will be sent").count(), 1);
  assert.deepEqual(await laid(), before);
  await server.start();
  await page.locator(".cell.laid").first().waitFor({ state: "detached" });
  await page.locator(".banner", { hasText: "Connection lost." }).waitFor({ state: "detached" });
  const other = page === ann ? ben : ann;
  await other.locator(".status.mine").waitFor();

  // Reloading in the middle of a turn keeps the placed tiles.
  await layWhatFits(other);
  const theirs = await other.locator(".cell.laid").count();
  await other.reload();
  await other.locator(".rack > button").first().waitFor();
  if (theirs > 0) await other.locator(".cell.laid").nth(theirs - 1).waitFor();
  assert.equal(await other.locator(".cell.laid").count(), theirs);
  await closeAll(ann, ben);
});

test("lobby and quick match bring two people together", async () => {
  const [ann, ben] = [await open("Ann", "/lobby"), await open("Ben", "/lobby")];
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await ben.locator("li", { hasText: "Ann" }).waitFor();
  await ben.getByRole("button", { name: "Find a match" }).click();
  await Promise.all([ann, ben].map((page) => page.locator(".rack > button").first().waitFor()));
  await ann.locator(".clock").first().waitFor();
  await closeAll(ann, ben);
});

test("what others hold is in no message and nowhere in the page", async () => {
  const ann = await open("Ann");
  const heard = [];
  ann.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(payload)));
  await ann.getByRole("link", { name: "Play with friends" }).click();
  await ann.getByRole("combobox", { name: "Who is player 2" }).selectOption("Bot");
  await ann.getByRole("button", { name: "Open the table" }).click();
  await ann.locator(".rack > button").first().waitFor();
  await openOrWait(ann);
  const views = heard.map((text) => JSON.parse(text).table?.view).filter(Boolean);
  assert.ok(views.length > 0);
  for (const view of views) {
    assert.ok(view.seats.every((seat) => seat.hand === undefined));
    for (const turn of view.history) assert.equal(typeof turn.drew, "number");
    const open = view.tiles.length + view.hand.length;
    assert.equal(JSON.stringify(view).match(/"[ROYGBP][csdlxt](@|")/g).length >= open, true);
  }
  await closeAll(ann);
});

test("who is gone can be played for, and comes back", async () => {
  const { ann, ben, link } = await annAndBen();
  const cookies = await ben.context().cookies();
  await ben.close();
  await ann.getByText("Ben has been gone for a while.").waitFor();
  await ann.getByRole("button", { name: "Let a bot play" }).click();
  await ann.getByText("Ben has been gone for a while.").waitFor({ state: "detached" });
  await openOrWait(ann);
  await ann.locator(".sheet .who", { hasText: "Ben" }).first().waitFor();

  const again = await open("Ben");
  await again.context().addCookies(cookies);
  await again.goto(server.url + new URL(link).pathname);
  await again.getByRole("button", { name: "Take your seat back" }).click();
  await again.getByText("A bot is playing for you.").waitFor({ state: "detached" });
  await closeAll(ann, again);
});
