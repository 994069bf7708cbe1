// axe finds no problem on any screen, in any appearance, palette and theme.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, openPage, serveGames } from "./browser.mjs";
import { remember, studies } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { actIn, ask, momentWith, moments, newGame, openAt, planFor, youAndBot } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));

const looks = [
  { appearance: "dark", palette: "classic", mark: "none" },
  { appearance: "light", palette: "clear", mark: "letter" },
];
const moreLooks = [
  { appearance: "dark", palette: "clear", mark: "pips" },
  { appearance: "light", palette: "classic", mark: "border" },
];
const long = process.env.SIXFOLD_LONG === "1";

async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  const found = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  const faults = found.violations.map(
    ({ id, nodes }) =>
      `${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  assert.deepEqual(faults, []);
}

const fitOf = (view) => {
  const { fits } = ask("preview", { view, place: [] });
  const [tile, cells] = Object.entries(fits).find(([, found]) => found.length > 1) ?? [];
  return view.history.length > 6 && tile && { tile, cell: cells[0] };
};

describe("pages", { concurrency: 2 }, () => {
  for (const look of looks)
    test(`pages: ${look.appearance}, ${look.palette}`, async () => {
      const page = await openPage(chrome.browser, server.url, {
        settings: { ...look, brisk: true },
        bypassCSP: true,
      });
      await page.getByRole("button", { name: /Play against/ }).waitFor();
      await check(page, "start");
      await page.getByRole("button", { name: "Settings" }).click();
      await check(page, "settings");
      await page.goto(`${server.url}/setup?game=select-connect`);
      await page.getByRole("img").waitFor();
      await check(page, "set-up");
      await page.goto(`${server.url}/setup/online`);
      await page.getByRole("button", { name: "Open the table" }).waitFor();
      await check(page, "set-up online");
      await page.getByRole("button", { name: "Open the table" }).click();
      await page.locator(".link").waitFor();
      await check(page, "waiting room");
      await page.goto(`${server.url}/lobby`);
      await page.getByRole("button", { name: "Find a match" }).waitFor();
      await check(page, "lobby");
      await page.goto(`${server.url}/account`);
      await page.getByRole("button", { name: "Show a code" }).click();
      await page.getByRole("img").waitFor();
      await check(page, "account");
      await page.goto(`${server.url}/ranking/base`);
      await page.getByText("Nobody has a rating here yet.").waitFor();
      await check(page, "ranking");
      await page.goto(`${server.url}/t/NOSUCH`);
      await page.getByRole("alert").waitFor();
      await check(page, "no such table");
      await page.context().close();
    });
});

describe("learning and studying", { concurrency: 2 }, () => {
  for (const look of looks)
    test(`learning and studying: ${look.appearance}, ${look.palette}`, async () => {
      const page = await openPage(chrome.browser, server.url, { settings: look, bypassCSP: true });
      await remember(page);
      for (const [path, ready] of studies) {
        await page.goto(server.url);
        await page.goto(`${server.url}${path}`);
        await page.locator(ready).first().waitFor();
        await check(page, path);
      }
      await page.goto(`${server.url}/review`);
      await page.getByRole("heading", { name: "Skill and luck" }).waitFor();
      await check(page, "a finished review");
      await page.getByRole("button", { name: "Alternative 1" }).click();
      await check(page, "a better move");
      await page.goto(`${server.url}/scoring`);
      await page.getByRole("button", { name: "Start scoring" }).click();
      await page.locator(".palette button").first().click();
      await page.locator(".hint-dot").first().click();
      await page.locator(".cell.laid").waitFor();
      await check(page, "counting");
      await page.context().close();
    });
});

describe("tables", { concurrency: 2 }, () => {
  for (const [i, look] of [...looks, ...(long ? moreLooks : [])].entries())
    test(`tables: ${look.appearance}, ${look.palette}`, async () => {
      const page = await openPage(chrome.browser, server.url, {
        settings: { ...look, brisk: true },
        bypassCSP: true,
      });
      const games = i === 0 ? ["base", "star-wars", "cubes", "select-connect"] : ["base"];
      for (const game of games) {
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
      await page.context().close();
    });
});
