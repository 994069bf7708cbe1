// axe finds no problem on any screen, in any appearance, palette and theme: each screen is visited
// once, and dressed in the other looks where it is.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, openPage, serveGames } from "./browser.mjs";
import { goTo, remember, studies, visit } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { inStudy } from "./study.mjs";
import { actIn, ask, momentWith, moments, newGame, openAt, planFor, youAndBot } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));

/** How the pages look while everything is checked; then only what depends on colours, in the rest. */
const look = { appearance: "dark", palette: "classic", mark: "none" };
const long = process.env.SIXFOLD_LONG === "1";
const otherLooks = [
  { look: "light", palette: "clear" },
  ...(long
    ? [
        { look: "dark", palette: "clear" },
        { look: "light", palette: "classic" },
      ]
    : []),
];
const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colours = ["color-contrast", "link-in-text-block"];

const run = (page, runOnly) =>
  page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, {
      runOnly: rules,
      resultTypes: ["violations"],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  }, runOnly);
async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  const faults = await run(page, everything);
  const dress = (wanted) =>
    page.evaluate((data) => {
      const { look, palette } = document.documentElement.dataset;
      Object.assign(document.documentElement.dataset, data);
      return { look, palette };
    }, wanted);
  for (const other of otherLooks) {
    const before = await dress(other);
    const found = await run(page, colours);
    faults.push(...found.map((fault) => `${other.look}, ${other.palette}: ${fault}`));
    await dress(before);
  }
  assert.deepEqual(
    faults.map((fault) => `${screen}: ${fault}`),
    [],
  );
}

const fitOf = (view) => {
  const { fits } = ask("preview", { view, place: [] });
  const [tile, cells] = Object.entries(fits).find(([, found]) => found.length > 1) ?? [];
  return view.history.length > 6 && tile && { tile, cell: cells[0] };
};

const open = (settings = {}) =>
  openPage(chrome.browser, server.url, {
    settings: { ...look, brisk: true, ...settings },
    bypassCSP: true,
  });

describe("looks", { concurrency: 2 }, () => {
  test("pages", async () => {
    const page = await open();
    await page.getByRole("button", { name: /Play against/ }).waitFor();
    await check(page, "start");
    await page.getByRole("button", { name: "Settings" }).click();
    await check(page, "settings");
    await page.keyboard.press("Escape");
    const button = (name) => page.getByRole("button", { name });
    await goTo(page, "/setup?game=select-connect");
    await page.getByRole("img").waitFor();
    await check(page, "set-up");
    await goTo(page, "/setup/online");
    await button("Open the table").waitFor();
    await check(page, "set-up online");
    await button("Open the table").click();
    await page.locator(".link").waitFor();
    await check(page, "waiting room");
    await goTo(page, "/lobby");
    await button("Find a match").waitFor();
    await check(page, "lobby");
    await goTo(page, "/account");
    await button("Show a code").click();
    await page.getByRole("img").waitFor();
    await check(page, "account");
    await goTo(page, "/ranking/base");
    await page.getByText("Nobody has a rating here yet.").waitFor();
    await check(page, "ranking");
    await goTo(page, "/t/NOSUCH");
    await page.getByRole("alert").waitFor();
    await check(page, "no such table");
    await page.context().close();
  });

  test("learning and studying", async () => {
    const page = await open();
    await remember(page);
    await page.reload();
    for (const [path, ready] of studies) {
      await visit(page, path, ready);
      await check(page, path);
    }
    await visit(page, "/review", ".moves .move");
    await inStudy(page, (screen) => check(page, screen));
    await visit(page, "/scoring", "form .go");
    await page.getByRole("button", { name: "Start scoring" }).click();
    await page.locator(".palette button").first().click();
    await page.locator(".hint-dot").first().click();
    await page.locator(".cell.laid").waitFor();
    await check(page, "counting");
    await page.getByRole("button", { name: "Points", exact: true }).click();
    await check(page, "points");
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("dialog", { name: "Start over?" }).waitFor();
    await check(page, "start over");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/scoring`);
    await page.getByRole("button", { name: "Tiles", exact: true }).click();
    await page.locator(".palette [data-colour]").first().click();
    await check(page, "counting on a phone");
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}/learn/base`);
      await page.locator(".rack > .tile").first().waitFor();
      await check(page, `a lesson at ${width}`);
      await remember(page);
      await page.goto(`${server.url}/puzzles/base`);
      await page.getByRole("button", { name: "Trade", exact: true }).click();
      await page.locator(".rack > .tile").first().click();
      await page.getByRole("button", { name: "Trade 1 tile" }).click();
      await page
        .getByRole("button", { name: /^Your move/ })
        .locator("b")
        .waitFor();
      await check(page, `a puzzle that was tried at ${width}`);
    }
    await page.context().close();
  });

  test("tables", async () => {
    const page = await open();
    for (const game of ["base", "star-wars", "cubes", "select-connect"]) {
      const moment = momentWith(game, fitOf);
      await openAt(page, server.url, moment);
      await page.locator(`.rack > [data-tile="${moment.what.tile}"]`).first().click();
      await page.locator(".hint-dot").first().waitFor();
      await check(page, `${game}: a tile chosen`);
      await page.locator(`[data-cell="${moment.what.cell}"] .hint-dot`).click();
      await page.locator(".pill").first().waitFor();
      await check(page, `${game}: a tile laid`);
      await page.getByRole("button", { name: "Hint" }).click();
      await page
        .locator(".hint-bar")
        .getByRole("button", { name: /^Tell me more/ })
        .click();
      await check(page, `${game}: a hint`);
    }
    await page.keyboard.press("/");
    await page.getByLabel("Move, for example Rc@0,0 Rs@1,0").fill("x");
    await page.keyboard.press("Enter");
    await check(page, "a typed move");
    await page.getByRole("button", { name: "Menu" }).click();
    await check(page, "menu");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Moves and what is unseen" }).click();
    await check(page, "moves on a phone");

    const plan = planFor("base", [{ name: "Ann" }, { name: "Ben" }], 4);
    await openAt(page, server.url, { ...newGame(plan), plan });
    await page.getByRole("button", { name: /^I am/ }).waitFor();
    await check(page, "covered hands");

    const lastPlan = planFor("base", youAndBot, 2);
    let last;
    for (const moment of moments(lastPlan)) last = moment;
    const left = actIn(last.game, { leave: true });
    await openAt(page, server.url, { ...left, plan: lastPlan });
    await page.getByRole("dialog", { name: "Result" }).waitFor();
    await check(page, "result");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("slider").press("End");
    await page.getByText(/^After turn (\d+) of \1$/).waitFor();
    await page.locator(".cell.lying").first().waitFor();
    await check(page, "replay");
    await page.getByRole("button", { name: "Share this turn" }).click();
    await page.getByRole("dialog").getByRole("img").first().waitFor();
    await check(page, "sharing");
    await page.context().close();
  });

  for (const mark of long ? ["letter", "pips", "border"] : ["letter"])
    test(`a table on which colours are marked: ${mark}`, async () => {
      const page = await open({ appearance: "light", palette: "clear", mark });
      await openAt(page, server.url, momentWith("base", fitOf));
      await page.locator(".rack > .tile").first().click();
      await check(page, mark);
      await page.context().close();
    });
});
