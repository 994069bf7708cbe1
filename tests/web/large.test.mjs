// With text at twice its size, nothing extends beyond the edge of a phone, in any language.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { others, remember, studies, visit } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { inStudy } from "./study.mjs";
import { actIn, momentWith, moments, openAt, planFor, youAndBot } from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));
const all = readdirSync(new URL("../../messages/", import.meta.url))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
// If time is short, the languages with the longest words stand for the others.
const languages = process.env.SIXFOLD_LONG === "1" ? all : ["de", "fr"];

const middle = momentWith("base", (view) => view.history.length > 6 && view.acts.includes("place"));
const plan = planFor("base", youAndBot, 2);
const last = [...moments(plan)].at(-1);
const end = { ...actIn(last.game, { leave: true }), plan };

/** The parts of the page beyond its right edge, except those that scroll by themselves. */
const beyond = (page) =>
  page.evaluate(async () => {
    document.documentElement.style.fontSize = "200%";
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const said = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) said.push(`the page by ${scrollWidth - clientWidth}`);
    for (const one of document.querySelectorAll("h1, h2, p, button, select, input, label, td")) {
      const by = Math.round(one.getBoundingClientRect().right - clientWidth);
      if (by > 1 && one.checkVisibility() && !one.closest(".scroll, .sr-only, svg"))
        said.push(`${one.tagName} ${one.textContent.trim().slice(0, 40)} by ${by}`);
    }
    return said;
  });

describe("text at 200 %", { concurrency: 2 }, () => {
  for (const language of languages)
    test(`text at 200 %: ${language}`, { timeout: 600_000 }, async () => {
      const page = await openPage(chrome.browser, server.url, {
        settings: { language, brisk: true },
        viewport: { width: 390, height: 844 },
      });
      await remember(page);
      await page.reload();
      const faults = [];
      const check = async (screen) => {
        const found = await beyond(page);
        if (found.length > 0) faults.push(`${screen}: ${found.join("; ")}`);
      };
      for (const [path, ready] of [...others, ...studies]) {
        await visit(page, path, ready);
        await check(path);
      }
      await visit(page, "/review", ".moves .move");
      await inStudy(page, check);
      await visit(page, "/scoring", "form .go");
      await page.locator("form .go").click();
      await page.locator(".palette button").first().waitFor();
      await check("counting");
      await visit(page, "/setup/online", ".check input");
      await page.locator(".check input").first().check();
      await page.locator("footer .go").click();
      await page.locator(".link").waitFor();
      await check("waiting room");
      await visit(page, "/lobby", ".entries :is(a, button)");
      await check("a table in the lobby");

      await openAt(page, server.url, middle);
      await check("table");
      await page.locator("header .button").last().click();
      await page.locator("dialog[open] .menu").waitFor();
      await check("menu");
      await page.locator("dialog[open] .menu > button:nth-last-of-type(1)").first().click();
      await page.locator("dialog[open] input[type=range]").waitFor();
      await check("settings");

      await openAt(page, server.url, end);
      await page.locator("dialog[open] table").waitFor();
      await check("result");
      assert.deepEqual(faults, []);
      await page.context().close();
    });
});
