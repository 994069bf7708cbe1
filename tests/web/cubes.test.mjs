// In Cubes the pieces are cubes, wherever the app names them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { actIn, momentWith, moments, openAt, planFor, recordOf, youAndBot } from "./states.mjs";

const { server: files, chrome } = stage();

/** Every text and label on the page that speaks of tiles. */
const tilesOn = (page) =>
  page.evaluate(() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      if (!currentNode.parentElement.closest("script, style")) words.push(currentNode.data);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"])
        words.push(one.getAttribute(name) ?? "");
    return words.filter((text) => /\btiles?\b/i.test(text));
  });

test("Cubes speaks of cubes", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  const check = async (where) => assert.deepEqual(await tilesOn(page), [], where);

  const stuck = momentWith(
    "cubes",
    (view) => view.acts.includes("roll") && !view.acts.includes("place"),
  );
  await openAt(page, files.url, stuck);
  await page.locator(".acts > .go").waitFor();
  await check("nothing fits");
  const middle = momentWith("cubes", (view) => view.history.length > 6);
  await openAt(page, files.url, middle);
  await page.locator(".rack > .tile").first().click();
  await check("own turn");
  await page.getByRole("button", { name: "Roll", exact: true }).click();
  await check("roll");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByText("Resign", { exact: true }).first().click();
  await check("menu");

  const plan = planFor("cubes", youAndBot, 2);
  const last = [...moments(plan)].at(-1);
  await openAt(page, files.url, { ...actIn(last.game, { leave: true }), plan });
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await check("result");
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("slider").waitFor();
  await check("replay");

  await page.evaluate(
    (text) => localStorage.setItem("sixfold.review", JSON.stringify(text)),
    recordOf("cubes", 4),
  );
  for (const [path, ready] of [
    ["/review", ".moves .move"],
    ["/puzzles/cubes", ".rack > .tile"],
    ["/learn/cubes", ".rack > .tile"],
    ["/rules/cubes", "figure svg"],
    ["/setup?game=cubes", "footer .go"],
  ]) {
    await page.goto(files.url + path);
    await page.locator(ready).first().waitFor();
    await check(path);
  }
  await page.goto(`${files.url}/scoring`);
  await page.getByRole("radio", { name: "Cubes" }).check();
  await page.getByRole("button", { name: "Start scoring" }).click();
  await page.locator(".palette button").first().waitFor();
  await check("scoring");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
