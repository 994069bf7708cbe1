// The way back to a table, honest matches, and what players ask of each other: Ann on a phone, Ben
// at a desk.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { closeAll, openPage, serveGames } from "./browser.mjs";
import { stage } from "./stage.mjs";

const options = ["--bot-pace", "0", "--log", "off"];
const { server, chrome } = stage(() => serveGames(...options));
/** Another server, on which friends wait for twelve seconds instead of ten minutes. */
const hasty = {};
before(async () => Object.assign(hasty, await serveGames(...options, "--seed-wait", "100")));
after(() => hasty.close());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const open = (name, path = "", options = {}, { url } = server) =>
  openPage(chrome.browser, url + path, { settings: { name, brisk: true }, ...options });
const onPhone = (name, path, at = server) => open(name, path, phone, at);
const hand = (page) => page.locator(".rack > button").first();
/** Leaves the table for another page, without loading the app again. */
const goTo = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** Ann opens a table for two, and Ben follows her link. */
async function annAndBen() {
  const ann = await onPhone("Ann", "/setup/online");
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  const ben = await open("Ben", path);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  return { ann, ben, path };
}
async function resign(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Resign", { exact: true }).first().click();
  await page.getByRole("button", { name: "Resign" }).click();
}

test("somebody who never played online opens no connection", async () => {
  const page = await open("Ann", "/");
  const sockets = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await page.reload();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await goTo(page, "/rules");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  assert.deepEqual(sockets, []);
  await closeAll(page);
});

test("a table that was left is found again, with whose turn it is", async () => {
  const { ann, ben, path } = await annAndBen();
  const code = path.slice(3);
  const entry = (page, name) =>
    page
      .locator("section.panel", { hasText: "Games in progress" })
      .locator("li", { hasText: name });
  const mover = (await ann.locator(".status.mine").count()) > 0 ? "Ann" : "Ben";
  for (const [page, name, other] of [
    [ann, "Ann", "Ben"],
    [ben, "Ben", "Ann"],
  ]) {
    await goTo(page, "/account");
    await entry(page, other)
      .getByText(name === mover ? "Your turn" : `${mover} to move`)
      .waitFor();
  }
  // After a restart of browser and server alike.
  await server.stop();
  await server.start();
  await ann.goto(`${server.url}/account`);
  await entry(ann, "Ben").getByRole("link").click();
  await ann.waitForURL(`**/t/${code}`);
  await hand(ann).waitFor();
  // A turn is told to whoever is elsewhere.
  await resign(ann);
  await entry(ben, "Ann").waitFor({ state: "detached" });
  for (const page of [ann, ben])
    page.faults = page.faults.filter((fault) => !/WebSocket|ERR_|Failed to load/.test(fault));
  await closeAll(ann, ben);
});

test("a match shows its clock, follows who leaves the page, and rings", async () => {
  const ann = await onPhone("Ann", "/lobby");
  assert.ok(await ann.getByRole("radio", { name: "90 seconds per move" }).isChecked());
  await ann.getByRole("radio", { name: "30 seconds per move" }).waitFor();
  const slow = (page) => page.getByRole("radio", { name: "5 minutes per move" });
  await slow(ann).check();
  const games = ann.getByRole("combobox", { name: "Game" });
  await games.selectOption("star-wars");
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await ann.getByText("5 minutes per move").waitFor();
  // Whoever looks for a stranger needs no link.
  const top = async (locator) => (await locator.boundingBox()).y;
  const heading = ann.getByRole("heading", { name: "Looking for an opponent…" });
  assert.ok((await top(heading)) < (await top(ann.locator(".link"))));
  await ann.clock.install();
  await goTo(ann, "/rules");
  const banner = ann.getByRole("complementary", { name: "Quick match" });
  await banner.getByText("Looking for players: Star Wars edition").waitFor();

  const ben = await open("Ben", "/lobby");
  await ben.locator("li", { hasText: "Ann" }).getByText("5 minutes per move").waitFor();
  await ben.getByRole("combobox", { name: "Game" }).selectOption("star-wars");
  await slow(ben).check();
  await ben.getByRole("button", { name: "Find a match" }).click();
  await banner.getByText("Your match is ready: Star Wars edition.").waitFor();
  const told = ann.locator("[aria-live]").getByText("Your match is ready");
  await told.first().waitFor();
  // It rings again, but speaks once.
  await ann.clock.fastForward(4000);
  await ann.clock.fastForward(4000);
  assert.equal(await told.count(), 1);
  await banner.getByRole("link", { name: "Go to the table" }).click();
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  assert.equal(await banner.count(), 0);
  await closeAll(ann, ben);
});

test("no game begins with somebody who is not there, and the seat is free again", async () => {
  const ann = await onPhone("Ann", "/lobby");
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await goTo(ann, "/rules");
  const ben = await open("Ben", "/lobby");
  await ben.getByRole("button", { name: "Find a match" }).click();
  await ben.getByText("not at the table yet").waitFor();
  await ben.getByText("Waiting for Ann to come to the table.").waitFor();
  await ann.getByText("You were not at the table in time").first().waitFor();
  await ben.getByText("free, for anyone").waitFor();
  await ben.getByText("Ann is no longer at the table.").waitFor();
  assert.equal(await hand(ben).count(), 0);

  // The next one who comes plays.
  const cas = await open("Cas", "/lobby");
  await cas.getByRole("button", { name: "Find a match" }).click();
  await Promise.all([ben, cas].map((page) => hand(page).waitFor()));
  await closeAll(ann, ben, cas);
});

test("a friend is called back to a table, and the others are told who is missing", async () => {
  const ann = await onPhone("Ann", "/setup/online", hasty);
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  await goTo(ann, "/rules");
  const ben = await onPhone("Ben", path, hasty);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.getByText("Waiting until Ann is back at the table.").waitFor();
  const called = ann.getByRole("complementary", { name: "Your table" });
  await called.getByText("The table is full: Classic.").waitFor();
  await called.getByRole("button", { name: "Leave the seat" }).waitFor();
  await ann.getByText("You were not at the table in time").first().waitFor();
  await ben.getByText("Ann is no longer at the table.").waitFor();
  await goTo(ann, path);
  await ann.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  await closeAll(ann, ben);
});

test("two absent friends of the same name leave two free seats", async () => {
  const kim = await onPhone("Kim", "/setup/online", hasty);
  await kim.getByRole("button", { name: "Add a player" }).click();
  await kim.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await kim.locator(".link").textContent()).pathname;
  await goTo(kim, "/rules");
  const other = await open("Kim", path, {}, hasty);
  await other.getByRole("button", { name: "Sit down" }).click();
  await other.locator("li.you").waitFor();
  await goTo(other, "/rules");
  const ben = await open("Ben", path, {}, hasty);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.getByText("Waiting until Kim and Kim are back at the table.").waitFor();
  await ben.getByText("Kim is no longer at the table.").nth(1).waitFor();
  const banner = other.getByRole("complementary", { name: "Your table" });
  await banner.getByText("You were not at the table in time").waitFor();
  await closeAll(kim, other, ben);
});

test("whoever is waited for by friends is rung for three times", async () => {
  const settings = { name: "Ann", brisk: true, volume: 1 };
  const ann = await open("Ann", "/setup/online", { ...phone, settings });
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  await ann.evaluate(() => {
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      ++window.tones;
      return create.call(this);
    };
  });
  await ann.clock.install();
  await goTo(ann, "/rules");
  const ben = await open("Ben", path);
  await ben.getByRole("button", { name: "Sit down" }).click();
  const called = ann.getByRole("complementary", { name: "Your table" });
  await called.getByText("The table is full: Classic.").waitFor();
  const tones = () => ann.evaluate(() => window.tones);
  const ring = await tones();
  assert.ok(ring > 0);
  for (let second = 0; second < 40; ++second) await ann.clock.runFor(1000);
  assert.equal(await tones(), 3 * ring);
  await called.getByRole("link", { name: "Go to the table" }).click();
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  await closeAll(ann, ben);
});

test("a lost connection is told while a match is looked for", async () => {
  const ann = await onPhone("Ann", "/lobby");
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await goTo(ann, "/more");
  const banner = ann.getByRole("complementary", { name: "Quick match" });
  await banner.getByText("Looking for players: Classic").waitFor();
  await ann.context().setOffline(true);
  await banner.getByText("Connection lost. Trying again…").waitFor();
  await banner.getByText("Nobody can find you until the connection is back.").waitFor();
  await ann.context().setOffline(false);
  await banner.getByText("Looking for players: Classic").waitFor();
  await banner.getByRole("button", { name: "Stop looking" }).click();
  await banner.getByText("You are no longer looking for a match.").waitFor();
  ann.faults = ann.faults.filter((fault) => !/WebSocket|ERR_/.test(fault));
  await closeAll(ann);
});

test("a rematch is not offered unawares to somebody who is away", async () => {
  const { ann, ben } = await annAndBen();
  await resign(ann);
  const result = (page) => page.getByRole("dialog", { name: "Result" });
  await Promise.all([ann, ben].map((page) => result(page).waitFor()));
  await ben.context().setOffline(true);
  await result(ben).getByText("Connection lost. Trying again…").waitFor();
  await result(ann)
    .getByRole("row", { name: /Ben · away/ })
    .waitFor();
  await result(ann).getByRole("button", { name: "Rematch" }).click();
  await ann.getByText("Waiting for Ben. Ben is away at the moment.").waitFor();
  await ann.getByText("kept for somebody").waitFor();
  await ben.context().setOffline(false);
  await result(ben).getByText("Ann wants a rematch.").waitFor();
  await result(ben).getByRole("button", { name: "Rematch: go to the new table" }).click();
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  ben.faults = ben.faults.filter((fault) => !/WebSocket|ERR_/.test(fault));
  await closeAll(ann, ben);
});

test("whoever stops looking is out of the queue", async () => {
  const ann = await onPhone("Ann", "/lobby");
  const ben = await open("Ben", "/lobby");
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await ben.locator("li", { hasText: "Ann" }).waitFor();
  await goTo(ann, "/rules");
  const banner = ann.getByRole("complementary", { name: "Quick match" });
  await banner.getByText("Stop looking").click();
  await banner.getByText("You are no longer looking for a match.").waitFor();
  await banner.getByRole("button", { name: "Close" }).click();
  await banner.waitFor({ state: "detached" });
  await ben.locator("li", { hasText: "Ann" }).waitFor({ state: "detached" });
  await closeAll(ann, ben);
});

test("the lobby does not say that it is empty before it knows", async () => {
  const page = await open("Ann", "/lobby", { offline: false });
  await page.getByText("No tables are open right now.").waitFor();
  await page.routeWebSocket("**/ws", () => {});
  await page.reload();
  await page.getByText("Looking for open tables…").waitFor();
  assert.equal(await page.getByText("No tables are open right now.").count(), 0);
  await closeAll(page);
});

test("the waiting room explains its seats, shows a QR code, and seats a bot", async () => {
  for (const options of [phone, {}]) {
    const ann = await open("Ann", "/setup/online", options);
    await ann.getByText("You sit here.").waitFor();
    const own = ann.getByRole("combobox", { name: "Who is player 1" }).locator("option");
    assert.deepEqual(await own.allTextContents(), ["You", "Bot"]);
    await ann.getByText("Only for somebody to whom you give the link or the code.").waitFor();
    await ann.getByRole("button", { name: "Open the table" }).click();
    await ann.locator("li.you", { hasText: "Ann · You" }).waitFor();
    await ann.getByText("free, by link").waitFor();
    await ann.getByText("Nobody else can sit down while the table is locked.").waitFor();
    await ann.getByText("You leave this table, and your seat is free").waitFor();
    const code = ann.getByRole("img", { name: "QR code of the link to this table" });
    await code.waitFor();
    assert.ok(await code.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    await ann.getByRole("button", { name: "Give seat 2 to a bot" }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Beginner" }).click();
    await hand(ann).waitFor();
    await closeAll(ann);
  }
});

test("whoever asks for something sees that it was asked, and the answer", async () => {
  const { ann, ben } = await annAndBen();
  const ask = async (page, what) => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: what, exact: true }).click();
  };
  // Nothing can be taken back yet, and the menu says why.
  await ann.getByRole("button", { name: "Menu" }).click();
  const undo = ann.getByRole("dialog").getByRole("button", { name: "Ask to undo" });
  assert.ok(await undo.isDisabled());
  await ann.getByText("Nothing has been played yet.").last().waitFor();
  await ann.keyboard.press("Escape");

  await ask(ann, "Pause");
  await ann.getByText("You have asked for a pause. Waiting for Ben.").waitFor();
  await ben.getByText("Ann wants to pause.").waitFor();
  await ben.getByRole("button", { name: "Refuse" }).click();
  await ann.locator(".banner", { hasText: "Your request was declined." }).waitFor();
  await ask(ann, "Pause");
  await ben.getByText("Ann wants to pause.").waitFor();
  await ann.getByRole("button", { name: "Withdraw" }).click();
  await ben.getByText("Ann wants to pause.").waitFor({ state: "detached" });

  await resign(ben);
  await ben.getByRole("button", { name: "Rematch" }).click();
  await ben.getByText("You have offered a rematch. Waiting for Ann.").waitFor();
  // In sight, over the result.
  const result = ann.getByRole("dialog");
  await result.getByText("Ben wants a rematch.").waitFor();
  await result.getByRole("button", { name: "Rematch: go to the new table" }).click();
  await Promise.all([ann, ben].map((page) => page.locator("footer .play").waitFor()));
  await closeAll(ann, ben);
});

test("nothing that players ask or say moves or covers the board", async () => {
  const { ann, ben } = await annAndBen();
  const board = (page) => page.locator("main.board").boundingBox();
  const boxes = new Map();
  for (const page of [ann, ben]) boxes.set(page, await board(page));
  const stays = async (page, note) => {
    await note.waitFor();
    const at = await board(page);
    assert.deepEqual(at, boxes.get(page));
    const over = await note.boundingBox();
    assert.ok(
      over.y + over.height <= at.y + 1 ||
        over.y >= at.y + at.height - 1 ||
        over.x >= at.x + at.width - 1,
      JSON.stringify({ over, at }),
    );
  };
  const banner = (page, text) => page.locator(".banner", { hasText: text });
  const choose = async (page, what) => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: what, exact: true }).click();
  };
  for (const [page, name, other, otherName] of [
    [ann, "Ann", ben, "Ben"],
    [ben, "Ben", ann, "Ann"],
  ]) {
    await choose(page, "Say something");
    await page.getByRole("button", { name: "Good luck!" }).click();
    await Promise.all([page, other].map((one) => stays(one, one.locator(".bubble"))));
    await Promise.all(
      [page, other].map((one) => one.locator(".bubble").waitFor({ state: "detached" })),
    );
    await choose(page, "Pause");
    await stays(page, banner(page, `You have asked for a pause. Waiting for ${otherName}.`));
    await stays(other, banner(other, `${name} wants to pause.`));
    await other.getByRole("button", { name: "Refuse" }).click();
    await stays(page, banner(page, "Your request was declined."));
    await choose(page, "Pause");
    await other.getByRole("button", { name: "Agree" }).click();
    for (const one of [page, other]) {
      await one.locator(".cover", { hasText: "The game is paused." }).waitFor();
      assert.deepEqual(await board(one), boxes.get(one));
    }
    await page.getByRole("button", { name: "Resume" }).click();
    for (const one of [page, other]) await one.locator(".cover").waitFor({ state: "detached" });
    await page.context().setOffline(true);
    await stays(page, banner(page, "Connection lost."));
    await page.context().setOffline(false);
    await banner(page, "Connection lost.").waitFor({ state: "detached" });
    page.faults = page.faults.filter((fault) => !/WebSocket|ERR_/.test(fault));
  }
  await closeAll(ann, ben);
});

test("a name is as long as people see it, and a refusal says why", async () => {
  const ann = await onPhone("", "/lobby");
  const name = ann.getByRole("textbox", { name: "Your name" });
  await name.fill("\u202eנטלי\u202c");
  assert.equal(await name.inputValue(), "נטלי");
  await name.fill("李".repeat(41));
  await ann.getByText("The name is too long: at most 40 characters.").first().waitFor();
  await ann.getByRole("button", { name: "Find a match" }).click();
  assert.equal(new URL(ann.url()).pathname, "/lobby");
  await name.fill("李".repeat(40));
  await ann.getByRole("button", { name: "Find a match" }).click();
  await ann.locator("li.you", { hasText: "李".repeat(40) }).waitFor();
  await ann.getByRole("button", { name: "Leave the seat" }).click();

  await goTo(ann, "/account");
  const form = ann.locator("form").filter({ hasText: "2 to 24 characters" });
  for (const [given, why] of [
    ["A", "The name is too short: at least 2 characters."],
    ["Ann ♥", "The name may contain only letters, digits"],
    ["李".repeat(25), "The name is too long: at most 24 characters."],
  ]) {
    await form.getByLabel("Name", { exact: true }).fill(given);
    await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
    await form.getByRole("button").click();
    await form.getByRole("alert").getByText(why).waitFor();
  }
  await closeAll(ann);
});

test("after logging out nothing of the account is on the page", async () => {
  const { ann, ben } = await annAndBen();
  await resign(ben);
  await ann.getByText("You win!").first().waitFor();
  await ann.goto(`${server.url}/setup/online`);
  await ann.getByRole("button", { name: "Open the table" }).click();
  await ann.locator(".link").waitFor();
  await goTo(ann, "/account");
  const form = ann.locator("form").filter({ hasText: "2 to 24 characters" });
  await form.getByLabel("Name", { exact: true }).fill("Annabel");
  await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
  await form.getByRole("button").click();
  await ann.getByText("You are logged in as Annabel.").waitFor();
  await ann.locator("section", { hasText: "Recent games" }).getByText("Ben (").waitFor();
  await ann.getByRole("heading", { name: "Games in progress" }).waitFor();
  await ann.getByRole("button", { name: "Log out", exact: true }).click();
  await ann.getByText("You are playing as a guest").waitFor();
  await ann.getByRole("heading", { name: "Games in progress" }).waitFor({ state: "detached" });
  await ann.getByText("You have not finished a game on this server yet.").first().waitFor();
  for (const text of ["Annabel", "Ben ("]) assert.equal(await ann.getByText(text).count(), 0, text);
  assert.equal(await form.getByLabel("Name", { exact: true }).inputValue(), "");
  await closeAll(ann, ben);
});
