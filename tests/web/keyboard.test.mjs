// A whole game by keyboard, using only roles, names and the live region. The transcript of what is
// announced and done is a golden file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { cardOf } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server: files, chrome } = stage();

const games = {
  base: "Classic",
  "star-wars": "Star Wars edition",
  cubes: "Cubes",
  select: "Select",
  connect: "Connect",
  "select-connect": "Select + Connect",
};
const long = process.env.SIXFOLD_LONG === "1";

/** Records what the live region says and what is pressed, in order. */
async function listen(page) {
  const lines = [];
  await page.exposeFunction("heard", (text) => lines.push(text));
  await page.evaluate(() => {
    const region = document.querySelector("[role=log]");
    for (const child of region.children) window.heard(child.textContent);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.textContent.trim()) window.heard(node.textContent.trim());
    }).observe(region, { childList: true });
  });
  return lines;
}

async function playByKeyboard(page, lines) {
  let heard = 0;
  /** Waits for a sentence that was not heard before. */
  const hear = async (pattern) => {
    for (;;) {
      for (; heard < lines.length; ++heard) if (pattern.test(lines[heard])) return lines[heard++];
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const press = async (key) => {
    lines.push(`> ${key}`);
    await page.keyboard.press(key);
  };
  const pressButton = async (name) => {
    const button = page.getByRole("button", { name });
    await button.focus();
    lines.push(`> ${await button.textContent()}`.replace(/\s+/g, " ").trimEnd());
    await page.keyboard.press("Enter");
  };
  const buttonIs = (name) =>
    page
      .getByRole("button", { name })
      .isEnabled()
      .catch(() => false);
  const has = async (name) =>
    (await page.getByRole("button", { name }).count()) > 0 && (await buttonIs(name));

  for (let turn = 0; turn < 80; ++turn) {
    if (!/^Your turn/.test(await hear(/^Your turn\.|^You win|wins\.|share the win/))) return;
    if (await has("Roll until something fits")) {
      await pressButton("Roll until something fits");
      await hear(/^You rolled/);
    }
    await page.locator("[role=gridcell][tabindex='0']").focus();
    const count = await page
      .getByRole("group", { name: /^Your (tiles|cubes)$/ })
      .getByRole("button")
      .count();
    let laid = 0;
    for (let number = 1; number <= count; ++number) {
      await press(String(number));
      if (/fits nowhere/.test(await hear(/chosen\./))) {
        await press("Escape");
        continue;
      }
      await press("End");
      await page.waitForFunction(() => document.activeElement?.ariaLabel?.endsWith("fits"));
      lines.push(`  ${await page.evaluate(() => document.activeElement.ariaLabel)}`);
      await press("Enter");
      await hear(/placed at/);
      ++laid;
    }
    if (laid > 0) {
      await press("p");
    } else if (await has("Trade")) {
      await pressButton("Trade");
      await press("1");
      await pressButton(/^Trade 1/);
    } else {
      await pressButton("Pass");
    }
  }
}

for (const [edition, name] of Object.entries(games))
  test(
    `${name} by keyboard alone`,
    { skip: !long && edition !== "base", timeout: 300_000 },
    async () => {
      const page = await openPage(chrome.browser, files.url, {
        settings: { brisk: true, opponent: "greedy" },
      });
      // The same deal every time.
      await page.addInitScript(() => {
        const random = crypto.getRandomValues.bind(crypto);
        crypto.getRandomValues = (array) =>
          array instanceof Uint32Array ? array.fill(20) : random(array);
      });
      await page.reload();
      await cardOf(page, name).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("radio", { name, exact: true, checked: true }).waitFor();
      const lines = await listen(page);
      await page.getByRole("button", { name: "Deal" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("grid").waitFor();
      await playByKeyboard(page, lines);
      await page.getByRole("dialog", { name: "Result" }).waitFor();
      lines.push((await page.getByRole("dialog").innerText()).replace(/\s*\n\s*/g, "\n").trim());
      assert.deepEqual(page.faults, []);
      await page.context().close();

      const golden = new URL(`golden/${edition}.txt`, import.meta.url);
      const text = `${lines.join("\n")}\n`;
      if (process.env.SIXFOLD_RECORD === "1") writeFileSync(golden, text);
      assert.deepEqual(text.split("\n"), readFileSync(golden, "utf8").split("\n"));
    },
  );
