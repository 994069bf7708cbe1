// The way around: the start page, the top bar, links, addresses at which there is nothing, what fails
// to load, and the way back.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { others, remember, studies } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { giveNext, keptGame, momentWith, openAt, recordOf } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const open = (path, options = {}) =>
  openPage(chrome.browser, server.url + path, { settings: { brisk: true }, ...options });
const bar = (page) => page.getByRole("navigation", { name: "Main pages" });
const midgame = momentWith("base", (view) => view.history.length > 6);

/** The lowest edge of what a locator finds, in pixels of the page. */
const bottomOf = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y + height;
};

test("the first screen of a phone has all that matters", async () => {
  const page = await open("/", { viewport: phone });
  for (const newcomer of [true, false]) {
    if (!newcomer) {
      await giveNext(page, keptGame(midgame));
      await page.reload();
      await page.getByRole("link", { name: /Greedy.*Your turn/ }).waitFor();
    }
    const top = await bar(page).evaluate((one) => one.getBoundingClientRect().top);
    assert.ok(top > 700 && top < 844, `the tabs begin at ${top}`);
    const wanted = [
      page.getByTestId("hero-board"),
      page.getByRole("button", { name: /^Play against/ }),
      page.getByRole("link", { name: "Play with friends" }),
      newcomer
        ? page.getByRole("link", { name: "Start the lesson" })
        : page.getByRole("link", { name: /Greedy.*Your turn/ }),
    ];
    const games = page.getByRole("navigation", { name: "Game" }).getByRole("link");
    assert.equal(await games.count(), 6);
    for (const one of [...wanted, ...(await games.all())])
      assert.ok((await bottomOf(one)) <= top, `${await one.textContent()} is above the tabs`);
  }
  await page.getByRole("link", { name: /Greedy.*Your turn/ }).click();
  await page.locator(".rack > .tile").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

for (const [size, viewport] of Object.entries({ phone, desktop }))
  test(`a top bar is on every screen but the table: ${size}`, async () => {
    const page = await open("/", { viewport });
    await remember(page);
    const heads = new Map();
    for (const [path, ready] of [...others, ...studies]) {
      await page.goto(server.url + path);
      await page.locator(ready).first().waitFor();
      if (path === "/game") {
        assert.equal(await bar(page).count(), 0, path);
        continue;
      }
      assert.deepEqual(
        await bar(page)
          .getByRole("link")
          .evaluateAll((all) => all.map((one) => one.getAttribute("href"))),
        ["/", "/games", "/puzzles", "/learn", "/more"],
        path,
      );
      assert.ok(await bar(page).isVisible(), path);
      // On the start page the heading is on the board; the study board has no margin to spare for it.
      if (path === "/" || path === "/review") continue;
      const { x, y } = await page.getByRole("heading", { level: 1 }).boundingBox();
      heads.set(path, `${Math.round(x)},${Math.round(y)}`);
    }
    assert.equal(new Set(heads.values()).size, 1, JSON.stringify([...heads]));
    await page.context().close();
  });

test("a game against a bot is in the bar, but nobody waits for you there", async () => {
  const page = await open("/learn");
  const running = page.getByRole("button", { name: /^Games in progress/ });
  assert.equal(await running.count(), 0);
  await giveNext(page, keptGame(midgame));
  await page.reload();
  await page.getByRole("button", { name: "Games in progress 1" }).waitFor();
  assert.equal(await bar(page).locator(".badge").count(), 0);
  assert.doesNotMatch(await page.title(), /\d/);
  await page.context().close();
});

test("links are links: followed in place, opened elsewhere if asked", async () => {
  const page = await open("/");
  await page.evaluate(() => (window.same = true));
  await bar(page).getByRole("link", { name: "Learn" }).click();
  await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/learn");
  assert.equal(await page.evaluate(() => window.same), true);
  assert.equal(await bar(page).locator("[aria-current=page]").innerText(), "Learn");
  // Whoever reads with a screen reader continues where the page begins.
  await page.waitForFunction(() => document.activeElement.tagName === "MAIN");
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    bar(page)
      .getByRole("link", { name: "Puzzles" })
      .click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await other.waitForURL("**/puzzles");
  const [third] = await Promise.all([
    page.context().waitForEvent("page"),
    bar(page).getByRole("link", { name: "More" }).click({ button: "middle" }),
  ]);
  await third.waitForURL("**/more");
  assert.equal(new URL(page.url()).pathname, "/learn");
  await page.context().close();
});

describe("nothing there", () => {
  for (const path of ["/nowhere", "/rules/foo", "/learn/foo", "/t"])
    test(`${path} answers 404 with a page that helps`, async () => {
      const page = await open("/");
      const answer = await page.goto(server.url + path);
      assert.equal(answer.status(), 404);
      await page.getByRole("heading", { name: "Nothing here" }).waitFor();
      await page.getByRole("alert").getByText(`There is no page at ${path}.`).waitFor();
      await page.getByLabel("Table code").fill("nosuch");
      await page.getByRole("button", { name: "Go to the table" }).click();
      await page.waitForURL("**/t/NOSUCH");
      // There is no such table either, and that page helps in the same way.
      await page.getByRole("alert").waitFor();
      await page.getByLabel("Table code").waitFor();
      await page.getByRole("main").getByRole("link", { name: "Lobby" }).waitFor();
      await page.goBack();
      await page.getByRole("main").getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: /^Play against/ }).waitFor();
      await page.context().close();
    });
});

test("a page that fails to load says so, and can be tried again", async () => {
  const page = await open("/");
  await page.route(/assets\/Learn-.*\.js/, (route) => route.abort());
  await bar(page).getByRole("link", { name: "Learn" }).click();
  await page.getByRole("alert").getByText("This page could not be loaded.").waitFor();
  await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
  await page.unroute(/assets\/Learn-.*\.js/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: /^The rules.*Classic$/ }).waitFor();
  await page.context().close();
});

test("if the rules fail to load, Play says so, and can be tried again", async () => {
  const page = await open("/");
  await page.context().route(/\.wasm$/, (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: /^Play against/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The rules of the game could not" });
  await alert.waitFor();
  await page
    .getByRole("button", { name: /^Play against/ })
    .and(page.locator(":enabled"))
    .waitFor();
  await page.context().unroute(/\.wasm$/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Play against/ }).click();
  await page.locator(".rack > .tile").first().waitFor();
  await page.context().close();
});

for (const [size, viewport] of Object.entries({ phone, desktop }))
  test(`a page that is left is found again as it was: ${size}`, async () => {
    const page = await open("/rules/select", { viewport });
    await page.locator("figure svg").nth(7).waitFor();
    const far = 900;
    await page.evaluate((to) => scrollTo(0, to), far);
    assert.equal(await page.evaluate(() => scrollY), far);
    await bar(page)
      .getByRole("link", { name: "More" })
      .evaluate((one) => one.click());
    await page.getByRole("heading", { name: "More", exact: true }).waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((to) => scrollY === to, far);
    await page.goForward();
    await page.getByRole("heading", { name: "More", exact: true }).waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((to) => scrollY === to, far);
    await page.reload();
    await page.waitForFunction((to) => scrollY === to, far);
    await page.context().close();
  });

const file = (record) => ({
  name: "game.jsonl",
  mimeType: "application/json",
  buffer: Buffer.from(record),
});

test("a replay survives a reload, and its moves can be chosen", async () => {
  const page = await open("/replay");
  await page.getByText("No game is open here.").waitFor();
  await page.getByTestId("record-file").setInputFiles(file(recordOf("base", 12)));
  await page.getByText("Before the first turn").waitFor();
  await page.keyboard.press("End");
  await page.getByText("After turn 12 of 12").waitFor();
  await page.keyboard.press("Home");
  await page.getByText("Before the first turn").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("After turn 1 of 12").waitFor();
  const moves = page.locator(".moves").getByRole("button");
  assert.equal(await moves.count(), 12);
  // The newest is the first.
  await moves.nth(12 - 7).click();
  await page.getByText("After turn 7 of 12").waitFor();
  assert.equal(await page.locator(".moves [aria-current]").count(), 1);
  const { turns } = JSON.parse(recordOf("base", 12));
  const showsTiles = () =>
    page.waitForFunction(
      (count) => document.querySelectorAll("[role=gridcell][data-tile]").length === count,
      turns.slice(0, 7).reduce((sum, { place = [] }) => sum + place.length, 0),
    );
  await showsTiles();
  await page.reload();
  await page.getByText("After turn 7 of 12").waitFor();
  await showsTiles();
  // On a phone the same moves are in a dialog.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Moves" }).click();
  const list = page.getByRole("dialog", { name: "Moves" });
  assert.equal(await list.locator(".sheet").getByRole("button").count(), 12);
  await list
    .locator(".sheet")
    .getByRole("button")
    .nth(12 - 3)
    .click();
  await list.waitFor({ state: "hidden" });
  await page.getByText("After turn 3 of 12").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a review without a game offers to open one", async () => {
  const page = await open("/review");
  await page.getByText("There is no game to review yet.").waitFor();
  await page.getByTestId("record-file").setInputFiles(file("nonsense"));
  await page.getByText("This game cannot be replayed.").waitFor();
  await page.getByTestId("record-file").setInputFiles(file(recordOf("base", 4)));
  await page.locator(".moves .move").first().waitFor();
  await page.reload();
  await page.locator(".moves .move").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the set-up has no holes and no bar over it", async () => {
  const page = await open("/setup?game=select-connect");
  for (const game of ["Select + Connect", "Classic"]) {
    await page.getByRole("radio", { name: game, exact: true }).check();
    await page.getByRole("button", { name: "Deal" }).waitFor();
    const found = await page.evaluate(() => {
      const form = document.querySelector("form");
      const fixed = [...form.querySelectorAll("*")].filter((one) =>
        ["fixed", "sticky"].includes(getComputedStyle(one).position),
      ).length;
      const gaps = [...form.children].flatMap((column) =>
        [...column.children].slice(1).map((one) => {
          const above = one.previousElementSibling.getBoundingClientRect();
          return Math.round(one.getBoundingClientRect().top - above.bottom);
        }),
      );
      return { fixed, gaps };
    });
    assert.equal(found.fixed, 0);
    assert.ok(found.gaps.length > 0);
    assert.equal(new Set(found.gaps).size, 1, `${game}: ${found.gaps}`);
  }
  await page.context().close();
});

test("a game that is left is in the list, and continues", async () => {
  const page = await open("/");
  await openAt(page, server.url, midgame);
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Greedy.*Your turn/ }).click();
  await page.locator(".rack > .tile").first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /Greedy.*Your turn/ }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

describe("the history", () => {
  const moves = (page) => page.locator(".moves").getByRole("button");
  const openFile = async (page, turns) => {
    await bar(page).getByRole("link", { name: "More" }).click();
    await page.getByTestId("record-file").setInputFiles(file(recordOf("base", turns)));
  };

  test("each replay is found again where it was", async () => {
    const page = await open("/");
    for (const turns of [5, 7]) {
      await openFile(page, turns);
      await moves(page).nth(turns - 1).waitFor();
      assert.equal(await moves(page).count(), turns);
    }
    await moves(page).first().click();
    await page.getByText("After turn 7 of 7").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "More", exact: true }).waitFor();
    await page.goBack();
    // The turn is that of this replay, too.
    await page.getByText("Before the first turn").waitFor();
    await moves(page).nth(4).waitFor();
    assert.equal(await moves(page).count(), 5);
    await page.reload();
    await moves(page).nth(4).waitFor();
    assert.equal(await moves(page).count(), 5);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("a replay does not change the address of the page that follows", async () => {
    const page = await open("/");
    await openFile(page, 5);
    await page.getByText("Before the first turn").waitFor();
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await page.route(/assets\/Learn-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await bar(page).getByRole("link", { name: "Learn" }).click();
    await page.waitForURL("**/learn");
    await page.keyboard.press("ArrowRight");
    await page.getByText("After turn 1 of 5").waitFor();
    letGo();
    await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, "");
    await page.context().close();
  });

  test("a link to the page that is open leads to its top, and adds nothing", async () => {
    const page = await open("/", { viewport: phone });
    await bar(page).getByRole("link", { name: "Learn" }).click();
    await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
    const before = await page.evaluate(() => history.length);
    await page.evaluate(() => scrollTo(0, 300));
    await bar(page).getByRole("link", { name: "Learn" }).click();
    await page.waitForFunction(() => scrollY === 0);
    assert.equal(await page.evaluate(() => history.length), before);
    await page.goBack();
    await page.getByRole("button", { name: /^Play against/ }).waitFor();
    await page.context().close();
  });

  test("a page that is scrolled by hand does not jump when it grows", async () => {
    const page = await open("/learn", { viewport: phone });
    await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
    await page.evaluate(() =>
      addEventListener("pagehide", () =>
        sessionStorage.setItem("sixfold.scroll", JSON.stringify([[history.state.key, 9000]])),
      ),
    );
    await page.reload();
    await page.waitForFunction(() => scrollY > 0);
    await page.mouse.move(2, 300);
    await page.mouse.down();
    await page.mouse.up();
    const at = await page.evaluate(async () => {
      document.body.append(document.createElement("div"));
      document.body.lastElementChild.style.height = "20000px";
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      await frame();
      await frame();
      return scrollY;
    });
    assert.ok(at < 9000, `at ${at}`);
    await page.context().close();
  });

  test("a set-up takes nothing from another", async () => {
    const page = await open("/setup/online");
    await page.getByRole("radio", { name: "Cubes", exact: true }).check();
    await page.evaluate(() => {
      const link = document.querySelector("main").appendChild(document.createElement("a"));
      link.href = "/setup/pass";
      link.click();
    });
    await page.getByRole("button", { name: "Deal" }).waitFor();
    await page.getByRole("radio", { name: "Classic", exact: true, checked: true }).waitFor();
    await page.context().close();
  });

  test("the entry of a claimed code keeps its place", async () => {
    const page = await open("/claim#abc");
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => location.hash), "");
    assert.ok(await page.evaluate(() => history.state?.key));
    await page.context().close();
  });
});

test("a set-up for an unknown game offers the known ones", async () => {
  const page = await open("/setup?game=foo");
  await page.getByRole("radio", { name: "Classic", exact: true, checked: true }).waitFor();
  await page.getByRole("button", { name: "Deal" }).waitFor();
  await page.context().close();
});
