// The games that a visitor has not finished, seen from anywhere in the app: Ann on a phone, Ben at a
// desk.
import assert from "node:assert/strict";
import { test } from "node:test";

import { closeAll, eventually, openPage, serveGames } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() =>
  serveGames("--bot-pace", "0", "--seed-wait", "60000", "--log", "off"),
);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desk = {};
const open = (name, path = "", { settings = {}, ...options } = {}) =>
  openPage(chrome.browser, server.url + path, {
    settings: { name, brisk: true, ...settings },
    ...options,
  });
/** Leaves the table for another page, without loading the app again. */
const goTo = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
/** Begins a game against a bot on this device. */
async function deal(page) {
  await page.goto(server.url);
  await page.getByRole("button", { name: /^Play against/ }).click();
  await page.locator(".status.mine").waitFor();
}
/** Opens a table for two on the server; answers with its path. */
async function openTable(page) {
  await page.goto(`${server.url}/setup/online`);
  await page.getByRole("button", { name: "Open the table" }).click();
  return new URL(await page.locator(".link").textContent()).pathname;
}
/** Ann opens a table for two, and Ben follows her link. */
async function annAndBen(options) {
  const ann = await open("Ann", "", { ...phone, ...options });
  const path = await openTable(ann);
  const ben = await open("Ben", path, desk);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, ben].map((page) => page.locator(".rack > button").first().waitFor()));
  return { ann, ben, path };
}
async function resign(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Resign", { exact: true }).first().click();
  await page.getByRole("button", { name: "Resign" }).click();
}
async function logIn(page, button, values) {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button }) });
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).first().fill(value);
  await form.getByRole("button", { name: button, exact: true }).click();
  await page.getByText(`You are logged in as ${values.Name}.`).waitFor();
}

test("no number of games on this device hides one on the server", async () => {
  for (const size of [phone, desk]) {
    const page = await open("Ann", "", size);
    for (let i = 0; i < 3; ++i) await deal(page);
    const path = await openTable(page);
    await page.goto(server.url);
    const yours = page.getByRole("region", { name: "Your games" });
    const links = () =>
      yours
        .locator("li a")
        .evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute("href")),
        );
    const wanted = size === phone ? 2 : 3;
    const found = await eventually(links, (all) => all.includes(path) && all.length === wanted);
    assert.equal(found[0], path);
    assert.equal(found.length, wanted);
    await closeAll(page);
  }
});

test("the bar leads to every game in progress", async () => {
  for (const size of [phone, desk]) {
    const page = await open("Ann", "/rules", size);
    const button = page.getByRole("button", { name: /^Games in progress/ });
    assert.equal(await button.count(), 0);
    await deal(page);
    const path = await openTable(page);
    await page.goto(`${server.url}/rules`);
    // Those that have begun are counted, those that wait for players are only listed.
    await page.getByRole("button", { name: "Games in progress 1", exact: true }).click();
    const list = page.getByRole("dialog", { name: "Games in progress" });
    await list.locator("li").getByText("Your turn").waitFor();
    assert.equal(await list.locator("li").count(), 2);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    await button.click();
    await list.locator("li").getByText("Waiting for players").click();
    await page.waitForURL(`**${path}`);
    await list.waitFor({ state: "hidden" });
    await closeAll(page);
  }
});

test("the account page has the games of this device, even without a server", async () => {
  const page = await open("Ann");
  await deal(page);
  const games = page.locator("section.panel", { hasText: "Games in progress" });
  await goTo(page, "/account");
  await games.getByText("on this device").waitFor();
  await page.route("**/api/me", (route) => route.abort());
  await page.goto(`${server.url}/account`);
  await page.getByText("cannot be reached").first().waitFor();
  await games.getByText("on this device").waitFor();
  page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"));
  await closeAll(page);
});

test("the title, the icon and the badge count the games in which people wait", async () => {
  const badges = [];
  const { ann, ben } = await annAndBen();
  for (const page of [ann, ben]) {
    await page.context().exposeFunction("keepBadge", (name, count) => (badges[name] = count));
    await page
      .context()
      .addInitScript(
        (name) => (navigator.setAppBadge = async (count) => void window.keepBadge(name, count)),
        page === ann ? "Ann" : "Ben",
      );
  }
  const [mover, other] = (await ann.locator(".status.mine").count()) > 0 ? [ann, ben] : [ben, ann];
  const names = mover === ann ? ["Ann", "Ben"] : ["Ben", "Ann"];
  const icon = (page) => page.locator("link[rel=icon]").getAttribute("href");
  // Bots are patient: their games are listed, but nobody is called back to them.
  for (const page of [mover, other]) {
    await deal(page);
    await page.goto(`${server.url}/learn`);
    await page.getByRole("button", { name: "Games in progress 2" }).waitFor();
  }
  await mover.waitForFunction(() => document.title.startsWith("(1) "));
  await eventually(
    () => badges[names[0]],
    (count) => count === 1,
  );
  assert.equal(badges[names[0]], 1);
  await mover.waitForFunction(() =>
    document.querySelector("link[rel=icon]").href.startsWith("data:image/png"),
  );
  await eventually(
    () => badges[names[1]],
    (count) => count === 0,
  );
  assert.equal(badges[names[1]], 0);
  assert.doesNotMatch(await other.title(), /^\(/);
  assert.equal(await icon(other), "/icon.svg");
  assert.equal(await other.locator("nav .badge").count(), 0);
  await closeAll(ann, ben);
});

test("whoever has left a table hears that it is their turn", async () => {
  const { ann, ben, path } = await annAndBen({ settings: { volume: 1 } });
  const isAnns = (await ann.locator(".status.mine").count()) > 0;
  if (isAnns) await playToTheEnd(ann, 1);
  await ann.evaluate(() => {
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      ++window.tones;
      return create.call(this);
    };
  });
  await goTo(ann, "/rules");
  await ann.getByRole("heading", { level: 1 }).first().waitFor();
  // Whatever Ben does, it is Ann's turn then.
  playToTheEnd(ben, 1).catch(() => undefined);
  await ann.locator("[aria-live]", { hasText: "It is your turn in Classic." }).first().waitFor();
  assert.ok((await ann.evaluate(() => window.tones)) > 0);
  // Once only.
  assert.equal(await ann.getByText("It is your turn in Classic.").count(), 1);
  // Not what was so before.
  await ann.goto(server.url);
  await ann.locator(`a[href="${path}"]`, { hasText: "Your turn" }).first().waitFor();
  assert.equal(await ann.getByText("It is your turn in Classic.").count(), 0);
  await closeAll(ann, ben);
});

test("a table of the account that is begun on another device is shown", async () => {
  const first = await open("", "/account", desk);
  await logIn(first, "Create an account", { Name: "Cas", Passphrase: "one two three" });
  const second = await open("", "/account", phone);
  await logIn(second, "Log in", { Name: "Cas", Passphrase: "one two three" });
  // Known to have no table.
  await second.waitForFunction(() => localStorage.getItem("sixfold.online") === "false");
  const path = await openTable(first);
  await second.goto(`${server.url}/rules`);
  await second.getByRole("button", { name: "Games in progress" }).click();
  await second.locator(`a[href="${path}"]`).first().waitFor();
  await closeAll(first, second);
});

test("the tables of whoever logs in stay, however late the server says who that is", async () => {
  const first = await open("", "/account", desk);
  await logIn(first, "Create an account", { Name: "Dan", Passphrase: "one two three" });
  const path = await openTable(first);
  const second = await open("", "/", phone);
  const own = new Promise((resolve) =>
    second.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (JSON.parse(payload).own?.tables.length > 0) resolve();
      }),
    ),
  );
  // A table of the guest makes this browser follow tables.
  await openTable(second);
  await goTo(second, "/account");
  await second.getByRole("button", { name: "Log in", exact: true }).waitFor();
  const own2 = second.locator(`section.panel a[href="${path}"]`);
  await second.route("**/api/me", async (route) => {
    await own2.waitFor();
    await route.continue();
  });
  await logIn(second, "Log in", { Name: "Dan", Passphrase: "one two three" });
  await own;
  assert.equal(await own2.count(), 1);
  await closeAll(first, second);
});

test("the result is shown once, and again only for a rematch", async () => {
  const { ann, ben, path } = await annAndBen();
  await resign(ben);
  const result = ann.getByRole("dialog", { name: "Result" });
  await result.getByText("You win!").waitFor();
  await result.getByRole("button", { name: "Close", exact: true }).click();
  await result.waitFor({ state: "hidden" });
  const spoken = () => ann.locator("[aria-live]").getByText("You win!").count();
  assert.equal(await spoken(), 1);
  // Ben leaves, comes back, and says something: each is a message about the table.
  await goTo(ben, "/rules");
  await ben.getByRole("heading", { level: 1 }).first().waitFor();
  await goTo(ben, path);
  await ben.getByRole("dialog", { name: "Result" }).getByRole("button", { name: "Close" }).click();
  await ben.getByRole("button", { name: "Menu" }).click();
  await ben.getByRole("button", { name: "Say something" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Thank you" }).click();
  await ann.locator(".bubble").waitFor();
  assert.equal(await result.isVisible(), false);
  assert.equal(await spoken(), 1);
  await ben.getByRole("button", { name: "Result" }).click();
  await ben.getByRole("button", { name: "Rematch" }).click();
  await result.getByText("Ben wants a rematch.").waitFor();
  await closeAll(ann, ben);
});

test("bots at a table on the server move one after the other, and their pauses can be skipped", async () => {
  const page = await open("Ann", "", { settings: { brisk: false } });
  // A bot's pause lasts until it is skipped, however slow this machine is.
  await page.addInitScript(() => {
    performance.now = () => 0;
    const later = window.setTimeout.bind(window);
    window.setTimeout = (run, ms = 0, ...rest) => later(run, ms === 1600 ? 600_000 : ms, ...rest);
  });
  await page.goto(`${server.url}/setup/online`);
  await page.getByRole("button", { name: "Add a player" }).click();
  for (const number of [2, 3])
    await page.getByRole("combobox", { name: `Who is player ${number}` }).selectOption("Bot");
  await page.getByRole("button", { name: "Open the table" }).click();
  const skip = page.getByRole("button", { name: "Skip", exact: true });
  const mine = page.locator(".status.mine");
  const hand = page.locator(".rack > button").first();
  await hand.waitFor();
  // The bots may have opened.
  await skip.or(mine).first().waitFor();
  if ((await skip.count()) > 0) await skip.click();
  await mine.waitFor();
  await playToTheEnd(page, 1);
  // The server has answered for both bots; only the first is on the board.
  await skip.waitFor();
  const moves = () => page.locator(".sheet > li").count();
  const before = await moves();
  await skip.click();
  await mine.waitFor();
  assert.equal(await moves(), before + 1);
  await closeAll(page);
});

test("on a phone a table is opened, and its link copied, without scrolling", async () => {
  const page = await open("Ann", "/setup/online", phone);
  // The page that has just opened may still be laid out.
  const inView = async (button) => {
    await button.waitFor();
    const seen = () =>
      button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return scrollY === 0 && element.contains(over);
      });
    return eventually(seen, Boolean);
  };
  const go = page.getByRole("button", { name: "Open the table" });
  assert.ok(await inView(go), "Open the table");
  await go.click();
  assert.ok(await inView(page.getByRole("button", { name: "Copy the link" })), "Copy the link");
  // Nobody has come: the game is named once, and has no points.
  await page.goto(server.url);
  const row = page.getByRole("region", { name: "Your games" }).locator("li");
  await row.getByText("Waiting for players").waitFor();
  assert.equal(await row.getByText("Classic").count(), 1);
  assert.equal(await row.getByText("0 : 0").count(), 0);
  // Whoever has been at a table is not new here.
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Leave the seat" }).click();
  await page.goto(server.url);
  await page.getByText("No game is running.").waitFor();
  assert.equal(await page.getByText("New here?").count(), 0);
  await closeAll(page);
});
