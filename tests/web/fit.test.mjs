// Texts and buttons fit on phones, in every language: nothing is cut off, no button has a second
// line, no word is broken, nothing is beyond the edge.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { misfits } from "./fit.mjs";
import { others, remember, studies, visit } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { inStudy } from "./study.mjs";
import { actIn, momentWith, moments, newGame, openAt, planFor } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));
const folder = new URL("../../messages/", import.meta.url);
const languages = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
const long = process.env.SIXFOLD_LONG === "1";
const widths = [390, 360, 320];

// The screens with the most buttons; the others where there is time.
const addresses = long
  ? [...others, ...studies]
  : [...others, ...studies].filter(([path]) =>
      ["/", "/setup?game=select-connect", "/lobby", "/account", "/learn"].includes(path),
    );

// Bots are named after their level: the longest names that a language has.
const levels = ["beginner", "learner", "casual", "regular", "greedy", "skilled", "master"];
function longestNames(language) {
  const messages = JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8"));
  const names = levels.map((level) => messages[`bot.${level}.name`]);
  return [messages["table.you"], ...names.sort((a, b) => b.length - a.length)];
}
const seats = (count) =>
  Array.from({ length: count }, (_, i) => ({ name: `@${i}@`, ...(i > 0 && { bot: "greedy" }) }));
const withNames = (moment, names) =>
  JSON.parse(JSON.stringify(moment).replaceAll(/@(\d)@/g, (_, i) => names[Number(i)]));

const middle = momentWith("base", (view) => view.history.length > 6, seats(2));
const four = momentWith("select-connect", (view) => view.history.length > 20, seats(4));
const disc = momentWith("select", (view) => view.acts.includes("take"), seats(2));
const stuck = momentWith(
  "cubes",
  (view) => view.acts.includes("roll") && !view.acts.includes("place"),
  seats(2),
);
const plan = planFor("base", seats(2), 2);
const last = [...moments(plan)].at(-1);
const end = { ...actIn(last.game, { leave: true }), plan };

/** Acts that are begun, then chosen for: a trade, a tile for a disc, a roll. */
const begin = (page, number) => page.locator(".acts > .button:not(.icon)").nth(number).click();

async function checkTables(page, names, check) {
  const open = async (moment) => {
    await openAt(page, server.url, withNames(moment, names));
    await page.locator(".rack > .tile").first().waitFor();
  };
  await open(four);
  await check("four players");
  await open(stuck);
  await page.locator(".acts > .go").waitFor();
  await check("nothing fits in Cubes");
  await open(disc);
  await check("a disc to use");
  await begin(page, 0);
  await page.locator(".cell.takeable").first().click();
  await check("a tile to take");

  await open(middle);
  await begin(page, 0);
  for (const i of [0, 1]) await page.locator(".rack > .tile").nth(i).click();
  await check("tiles to trade");
  await page.locator(".acts > .button").first().click();
  await check("own turn");
  await page.locator("header .button").last().click();
  await page.locator("dialog[open] .menu").waitFor();
  await check("menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("h");
  const more = page.locator(".hint-bar > .button:not(.go, .quiet)");
  for (let step = 2; step <= 3; ++step) await more.click();
  await page.locator(".hint-bar > .go").waitFor();
  await check("hint");

  await openAt(page, server.url, withNames(end, names));
  await page.locator("dialog[open] table").waitFor();
  await check("result");
  await page.locator(".next > .button").nth(3).click();
  await page.locator(".result .sharing img").waitFor();
  await check("pictures");
  await page.locator(".next > .button").nth(2).click();
  await page.getByRole("slider").waitFor();
  await check("replay");
  await page.locator(".table-header > .share").click();
  await page.locator("dialog[open] .sharing img").waitFor();
  await check("sharing");
  await page.keyboard.press("Escape");
}

async function checkOnline(page, check) {
  await visit(page, "/setup/online", "ol select");
  await page.locator("ol select").nth(1).selectOption("bot");
  await check("set-up online");
  await page.locator("footer .go").click();
  await page.locator(".rack > .tile").first().waitFor();
  await page.locator("header .button").last().click();
  await check("menu online");
  await page.locator(".menu > .button").first().click();
  await page.locator(".phrases").waitFor();
  await check("phrases");
  await visit(page, "/setup/online", "ol select");
  await page.locator("ol select").nth(1).selectOption("open");
  await page.locator("footer .go").click();
  await page.locator(".link").waitFor();
  await check("waiting room");
}

describe("phones", { concurrency: 2 }, () => {
  for (const language of languages)
    test(`texts fit on phones: ${language}`, { timeout: 600_000 }, async () => {
      const page = await openPage(chrome.browser, server.url, {
        settings: { language, brisk: true, opponent: "casual" },
        viewport: { width: widths[0], height: 844 },
      });
      await remember(page);
      await page.reload();
      const faults = [];
      const check = async (screen) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          for (const fault of await page.evaluate(misfits))
            faults.push(`${screen} at ${width}: ${fault}`);
        }
        await page.setViewportSize({ width: widths[0], height: 844 });
      };
      for (const [path, ready] of addresses) {
        await visit(page, path, ready);
        await check(path);
      }
      await visit(page, "/scoring", "form .go");
      await page.locator("form .go").click();
      await page.locator(".palette button").first().waitFor();
      await check("counting");
      await visit(page, "/review", ".moves .move");
      await inStudy(page, check);
      await checkTables(page, longestNames(language), check);
      await checkOnline(page, check);
      assert.deepEqual(faults, []);
      await page.context().close();
    });
});

/** The screens for learning, studying and scoring, at every size, in the language with long words. */
describe("learning and scoring", { concurrency: 2 }, () => {
  for (const [width, height, large] of [
    [320, 640],
    [360, 640],
    [390, 844],
    [844, 390],
    [390, 844, true],
  ])
    test(`texts fit in German: ${width} × ${height}${large ? ", text at 200 %" : ""}`, async () => {
      const page = await openPage(chrome.browser, server.url, {
        settings: { language: "de", brisk: true },
        viewport: { width, height },
      });
      await remember(page);
      await page.reload();
      const faults = [];
      const check = async (screen) => {
        if (large) await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
        const found = await page.evaluate(misfits);
        // Large text may have several lines, and words that are broken, as long as it can be read; a
        // list of options opens in full, and tables scroll by themselves.
        const said = large
          ? found.filter((one) => !/more than one line|broken|^option/.test(one))
          : found;
        // So may the name of a player.
        const other = said.filter((one) => !one.includes("Wolkenkuckucksheim"));
        faults.push(...other.map((one) => `${screen}: ${one}`));
        const scrolled = await page
          .locator(".scroll")
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
        if (scrolled > 0 && !large) faults.push(`${screen}: ${scrolled} tables are cut off`);
      };
      for (const [path, ready] of [...studies, ...others].filter(([path]) =>
        /^\/(learn|rules|puzzles|profile|scoring)/.test(path),
      )) {
        await visit(page, path, ready);
        await check(path);
      }
      await page.goto(`${server.url}/puzzles/base`);
      await page.locator(".rack > .tile").first().waitFor();
      await page.locator(".acts > .button:not(.icon)").first().click();
      await page.locator(".rack > .tile").first().click();
      await page.locator(".acts > .go").click();
      await page.locator(".row b").first().waitFor();
      await check("a puzzle that was tried");
      await visit(page, "/review", ".moves .move");
      await inStudy(page, check);

      await page.goto(`${server.url}/scoring`);
      await page.locator("input[name=players]").last().check();
      await page.locator("input[name=edition][value=select]").check();
      const name = page.locator("form input:not([type=radio])").first();
      await name.fill("Maximiliane Wolkenkuckucksheim");
      await check("scoring, set-up");
      await page.locator("form .go").click();
      await page.locator(".palette button").first().waitFor();
      await check("scoring, tiles");
      await page.locator(".turn .button[aria-pressed]").last().click();
      await page.locator(".pad").waitFor();
      await check("scoring, points");
      await page.getByRole("button", { name: "Von vorn anfangen" }).click();
      await page.locator("dialog[open] .go").waitFor();
      await check("scoring, start over");
      await page.goto(server.url);
      await page.getByRole("button", { name: "Einstellungen" }).first().click();
      await page.locator("dialog[open] input[type=range]").waitFor();
      await check("settings");
      assert.deepEqual(faults, []);
      await page.context().close();
    });
});

/** A name as long as one may be, without a place to break it. */
const longNames = [
  "Maximilianeversleyhuntingtonworthingtons",
  "Alexandragrosvenorcholmondeleybeauchamps",
];

test("long names leave room for the rest", async () => {
  const page = await openPage(chrome.browser, server.url, {
    settings: { brisk: true },
    viewport: { width: 390, height: 844 },
  });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    // Somebody else's turn, so that the status has a name in it.
    const people = [{ name: longNames[0] }, { name: longNames[1] }];
    const waiting = planFor("base", people, 4);
    await openAt(page, server.url, { ...newGame(waiting), plan: waiting });
    await page.locator(".cover button").waitFor();
    const lines = await page
      .locator(".status")
      .evaluate((status) => status.clientHeight / parseFloat(getComputedStyle(status).lineHeight));
    assert.ok(lines < 2.6, `the status has ${lines} lines`);

    await openAt(page, server.url, withNames(middle, longNames));
    await page.locator(".rack > .tile").first().waitFor();
    await page.getByRole("button", { name: "Moves and what is unseen" }).click();
    const sheet = page.getByRole("dialog", { name: "Moves and what is unseen" });
    await sheet.locator(".points").first().waitFor();
    const outside = await sheet.evaluate((dialog) => {
      const { right } = dialog.getBoundingClientRect();
      return [...dialog.querySelectorAll(".points, .unseen, li")].filter(
        (one) => one.getBoundingClientRect().right > right,
      ).length;
    });
    assert.equal(outside, 0);
    assert.ok(await sheet.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth));
    await page.keyboard.press("Escape");
  }
  await page.context().close();
});

test("with text twice as large, the actions stay on the screen", async () => {
  const page = await openPage(chrome.browser, server.url, {
    settings: { brisk: true, language: "de" },
    viewport: { width: 390, height: 844 },
  });
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    await openAt(page, server.url, withNames(disc, longestNames("de")));
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    const play = await page.locator(".acts > .play").boundingBox();
    const board = await page.locator("main.board").boundingBox();
    if (height > 800) assert.ok(board.height >= 220, `${width}: a board of ${board.height} px`);
    assert.ok(play.y >= 0 && play.y + play.height <= height, `${width}: ${JSON.stringify(play)}`);
    assert.ok(play.x >= 0 && play.x + play.width <= width, `${width}: ${JSON.stringify(play)}`);
  }
  await page.context().close();
});
