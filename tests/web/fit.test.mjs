// Texts and buttons fit on phones, in every language: nothing is cut off, no button has a second
// line, no word is broken, nothing is beyond the edge.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { misfits } from "./fit.mjs";
import { others, remember, studies } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { actIn, momentWith, moments, openAt, planFor } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));
const folder = new URL("../../messages/", import.meta.url);
const languages = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
const long = process.env.SIXFOLD_LONG === "1";
const widths = [390, 320];

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
  await page.locator("dialog[open] summary").click();
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
  await page.locator(".next > .button").nth(2).click();
  await page.getByRole("slider").waitFor();
  await check("replay");
}

async function checkOnline(page, check) {
  await page.goto(`${server.url}/setup/online`);
  await page.locator("ol select").nth(1).selectOption("bot");
  await check("set-up online");
  await page.locator("footer .go").click();
  await page.locator(".rack > .tile").first().waitFor();
  await page.locator("header .button").last().click();
  await check("menu online");
  await page.locator(".menu > .button").first().click();
  await page.locator(".phrases").waitFor();
  await check("phrases");
  await page.goto(`${server.url}/setup/online`);
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
        await page.goto(server.url + path);
        await page.locator(ready).first().waitFor();
        await check(path);
      }
      await page.goto(`${server.url}/scoring`);
      await page.locator("form .go").click();
      await page.locator(".palette button").first().waitFor();
      await check("counting");
      await checkTables(page, longestNames(language), check);
      await checkOnline(page, check);
      assert.deepEqual(faults, []);
      await page.context().close();
    });
});
