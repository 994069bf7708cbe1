// What the app does when something fails: a page, one of its files, the rules, the disk, the server.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { eventually, openPage } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { remember } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { giveNext, keptGame, momentWith, storedGames } from "./states.mjs";

const { server, chrome } = stage();

const open = (path, options = {}) =>
  openPage(chrome.browser, server.url + path, {
    settings: { brisk: true, opponent: "greedy" },
    ...options,
  });
const bar = (page) => page.getByRole("navigation", { name: "Main pages" });
const tab = (page, name) => bar(page).getByRole("link", { name });
const heading = (page, name) => page.getByRole("heading", { name, exact: true, level: 1 });
const again = (page) => page.getByRole("button", { name: "Try again" });
const midgame = momentWith("base", (view) => view.history.length > 6);
const stored = (page, key) => page.evaluate((name) => localStorage.getItem(name), key);

test("a page that fails does not take the others with it", async () => {
  const page = await open("/");
  const broken = /assets\/(More|Learn)-.*\.js/;
  await page.route(broken, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "export default () => { throw new Error('broken'); };",
    }),
  );
  for (const name of ["More", "Learn"]) {
    await tab(page, name).click();
    await heading(page, name).waitFor();
    await page.getByRole("alert").getByText("broken").waitFor();
  }
  await tab(page, "Games").click();
  await heading(page, "Your games").waitFor();
  await page.goBack();
  await heading(page, "Learn").waitFor();
  await tab(page, "Play").click();
  await page.getByRole("button", { name: /^Play against/ }).waitFor();
  await page.context().close();
});

test("the notice about the rules goes when they are there again", async () => {
  const page = await open("/");
  await page.context().route(/assets\/worker-.*\.js/, (route) => route.abort());
  // The module comes after the worker has failed, and does not take back the notice.
  let deliver;
  const held = new Promise((resolve) => (deliver = resolve));
  await page.context().route(/\.wasm$/, (route) => held.then(() => route.continue()));
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: "The rules of the game could not" });
  await alert.waitFor();
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".wasm"));
  deliver();
  await loaded;
  await page.waitForTimeout(500);
  assert.ok(await alert.isVisible());
  await page.context().unroute(/assets\/worker-.*\.js/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Play against/ }).click();
  await page.locator(".rack > .tile").first().waitFor();
  await page.context().close();
});

test("without the texts of its language, the app speaks English", async () => {
  const page = await open("/", { settings: { language: "de" } });
  await page.getByRole("button", { name: /^Gegen/ }).waitFor();
  await page.context().route(/assets\/de-.*\.js/, (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: /^Play against/ }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(JSON.parse(await stored(page, "sixfold.settings")).language, "de");
  await page.context().close();
});

test("without any texts, the page can still be loaded again", async () => {
  const page = await open("/");
  await page.context().route(/assets\/en-.*\.js/, (route) => route.abort());
  await page.reload();
  await page.getByRole("alert").getByText("Sixfold could not be loaded.").waitFor();
  await page.context().unroute(/assets\/en-.*\.js/);
  await again(page).click();
  await page.getByRole("button", { name: /^Play against/ }).waitFor();
  await page.context().close();
});

test("a code that no server answers can be corrected while the app tries on", async () => {
  const page = await open("/");
  let asked = 0;
  await page.route("**/api/codes/*", (route) => (++asked, route.abort()));
  await page.goto(`${server.url}/t/ABCDEF`);
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Table code").fill("GHI");
  const before = asked;
  await eventually(() => asked, (count) => count > before + 1);
  assert.equal(await page.getByLabel("Table code").inputValue(), "GHI");
  assert.ok(await page.getByLabel("Table code").evaluate((one) => one === document.activeElement));
  await page.context().close();
});

describe("a button that fails", () => {
  test("the game of the day can be begun again", async () => {
    const page = await open("/daily");
    const play = page.getByRole("button", { name: "Play today’s game" });
    await play.and(page.locator(":enabled")).waitFor();
    await page.context().route(/assets\/worker-.*\.js/, (route) => route.abort());
    await play.click();
    await page.getByRole("alert").filter({ hasText: "The rules of the game could not" }).waitFor();
    await page.context().unroute(/assets\/worker-.*\.js/);
    await play.and(page.locator(":enabled")).click();
    await page.locator(".rack > .tile").first().waitFor();
    await page.context().close();
  });

  test("so can the rematch", async () => {
    const page = await open("/");
    await page.getByRole("button", { name: /^Play against/ }).click();
    await page.locator(".status.mine").waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByText("Resign", { exact: true }).first().click();
    await page.getByRole("button", { name: "Resign" }).click();
    const result = page.getByRole("dialog", { name: "Result" });
    const unhandled = [];
    page.on("pageerror", (error) => unhandled.push(String(error)));
    await page.context().route(/assets\/worker-.*\.js/, (route) => route.abort());
    await result.getByRole("button", { name: "Rematch" }).click();
    await page.getByText("The rules of the game could not").waitFor();
    await page.context().unroute(/assets\/worker-.*\.js/);
    const before = page.url();
    await result.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator(".rack > .tile").first().waitFor();
    assert.deepEqual(unhandled, []);
    await page.context().close();
  });

  test("a hint can be asked for again", async () => {
    const page = await open("/");
    await page.getByRole("button", { name: /^Play against/ }).click();
    await page.locator(".status.mine").waitFor();
    // The worker for quick questions is there.
    await page.locator(".rack > .tile").first().waitFor();
    await page.context().route(/assets\/worker-.*\.js/, (route) => route.abort());
    const hint = page.getByRole("button", { name: "Hint", exact: true });
    await hint.click();
    await page.getByText("The rules of the game could not").waitFor();
    await page.locator(".hint-bar").waitFor({ state: "detached" });
    await page.context().unroute(/assets\/worker-.*\.js/);
    // The notice may cover it.
    await hint.and(page.locator(":enabled")).press("Enter");
    // What it says depends on the deal: where to place tiles, or which ones to trade.
    await page.getByRole("button", { name: /^Tell me more/ }).waitFor();
    await page.context().close();
  });
});

test("a game that cannot be opened says so on a page, and can be tried again", async () => {
  const page = await open("/");
  await giveNext(page, keptGame(midgame));
  await page.goto(`${server.url}/game`);
  await page.getByRole("grid").waitFor();
  await page.context().route(/assets\/worker-.*\.js/, (route) => route.abort());
  await page.reload();
  await bar(page).waitFor();
  await page.getByRole("main").getByRole("alert").waitFor();
  await page.context().unroute(/assets\/worker-.*\.js/);
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("grid").waitFor();
  await page.context().close();
});

describe("a part of a page that fails to load", () => {
  const parts = {
    "the curve of the profile": ["/profile", /assets\/Plot-.*\.js/, "figure svg, svg.plot, .plot"],
    "the puzzles": ["/puzzles/base", /assets\/base-.*\.js/, ".rack > .tile"],
  };
  for (const [what, [path, file, ready]] of Object.entries(parts))
    test(`${what} says so, and can be tried again`, async () => {
      const page = await open("/");
      await remember(page);
      await page.route(file, (route) => route.abort());
      await page.goto(server.url + path);
      const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" }).first();
      await alert.waitFor();
      await page.unroute(file);
      await alert.getByRole("button", { name: "Try again" }).click();
      await page.locator(ready).first().waitFor();
      await page.context().close();
    });
});

/** The disk is full as long as `full` is set in localStorage. */
const fullDisk = () => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    if (localStorage.getItem("full"))
      request.addEventListener("success", () => this.transaction.abort());
    return request;
  };
};
const unsaved = (page) => page.getByText("This game could not be saved on this device");

describe("the disk", () => {
  test("a game that an earlier version kept stays where it is if the disk does not work", async () => {
    const page = await open("/");
    await page.addInitScript(() =>
      Object.defineProperty(window, "indexedDB", {
        value: {
          open: () => {
            throw new Error("no disk");
          },
        },
      }),
    );
    const [[key, value]] = Object.entries(keptGame(midgame));
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value]);
    for (let i = 0; i < 2; ++i) {
      await page.goto(`${server.url}/game`);
      await page.locator(".rack > .tile").first().waitFor();
      assert.equal(await stored(page, key), value);
    }
    await page.context().close();
  });

  test("a game that an earlier version kept and this one cannot read is not thrown away", async () => {
    const page = await open("/");
    const text = JSON.stringify({ game: "nonsense", plan: midgame.plan });
    await page.evaluate((value) => localStorage.setItem("sixfold.game", value), text);
    await page.goto(`${server.url}/games`);
    await page.getByText("No game is running.").or(page.getByText("One moment…")).first().waitFor();
    const all = () => page.evaluate(() => Object.values({ ...localStorage }));
    await eventually(
      () => stored(page, "sixfold.game"),
      (value) => value === null,
    );
    assert.ok((await all()).includes(text));
    await page.context().close();
  });

  test("a lost connection to the disk is made again", async () => {
    const page = await open("/");
    await page.addInitScript(() => {
      const { open: opening } = IDBFactory.prototype;
      window.databases = [];
      IDBFactory.prototype.open = function (...given) {
        const request = opening.apply(this, given);
        request.addEventListener("success", () => window.databases.push(request.result));
        return request;
      };
    });
    await page.goto(server.url);
    await page.getByRole("button", { name: /^Play against/ }).click();
    await page.locator(".status.mine").waitFor();
    const turns = async () => (await storedGames(page))[0].standing.turns;
    const before = await turns();
    await page.evaluate(() => window.databases.forEach((one) => one.close()));
    await playToTheEnd(page, 1);
    assert.ok((await eventually(turns, (now) => now > before)) > before);
    assert.equal(await unsaved(page).count(), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  for (const [size, viewport] of Object.entries({
    phone: { width: 390, height: 844 },
    desktop: { width: 1280, height: 800 },
  }))
    test(`a game that cannot be stored says so, and is stored when that works again: ${size}`, async () => {
      const page = await open("/", { viewport });
      await page.addInitScript(fullDisk);
      await page.evaluate(() => localStorage.setItem("full", "yes"));
      await page.goto(server.url);
      await page.getByRole("button", { name: /^Play against/ }).click();
      await page.locator(".status.mine").waitFor();
      await unsaved(page).waitFor();
      // It is in the list, and can be left and opened again.
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("link", { name: /Greedy.*Your turn/ }).click();
      await page.locator(".status.mine").waitFor();
      await unsaved(page).waitFor();
      assert.deepEqual(await storedGames(page), []);
      await page.evaluate(() => localStorage.removeItem("full"));
      await playToTheEnd(page, 1);
      await unsaved(page).waitFor({ state: "detached" });
      assert.equal((await storedGames(page)).length, 1);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
});
