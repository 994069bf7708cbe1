// What the settings change on every page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { remember } from "./screens.mjs";
import { stage } from "./stage.mjs";

const { server: files, chrome } = stage();
const folder = new URL("../../messages/", import.meta.url);

test("the letters of the colour marks are those of the language, and all different", async () => {
  for (const language of readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(".json", ""))) {
    const messages = JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8"));
    const page = await openPage(chrome.browser, `${files.url}/learn/base`, {
      settings: { language, mark: "letter" },
    });
    await page.locator(".rack > .tile").first().waitFor();
    const marks = await page
      .locator(".rack > .tile")
      .evaluateAll((all) =>
        all.map((one) => [one.dataset.tile[0], one.querySelector("text").textContent]),
      );
    for (const [colour, mark] of marks) {
      assert.equal(mark, messages[`colour.mark.${colour}`]);
      const name = messages[`colour.${colour}`].toLocaleLowerCase(language);
      assert.ok(name.startsWith(mark.toLocaleLowerCase(language)), `${language}: ${mark}, ${name}`);
    }
    const all = ["R", "O", "Y", "G", "B", "P"].map((colour) => messages[`colour.mark.${colour}`]);
    assert.equal(new Set(all).size, 6, `${language}: ${all}`);
    await page.context().close();
  }
});

/**
 * Waits until a variable has another colour than this one, and the first plot a line in that colour;
 * returns the colour.
 */
async function painted(page, other = "") {
  const found = await page.waitForFunction((before) => {
    const probe = document.createElement("span");
    probe.style.color = "var(--seat-2)";
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    if (color === before) return false;
    const wanted = color.match(/\d+/g).map(Number);
    const canvas = document.querySelector(".uplot canvas");
    if (!canvas) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] === 255 && wanted.every((value, k) => data[i + k] === value)) ++count;
    return count > 20 && color;
  }, other);
  return found.jsonValue();
}

test("a plot takes the colours of the appearance that is chosen, or that the device changes to", async () => {
  const page = await openPage(chrome.browser, files.url);
  await remember(page);
  await page.goto(`${files.url}/profile`);
  await page.locator(".u-over").first().waitFor();
  const dark = await painted(page);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await painted(page, dark);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  assert.equal(await painted(page, light), dark);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the app can be installed from the settings where the browser offers it", async () => {
  const page = await openPage(chrome.browser, files.url);
  const button = page.getByRole("button", { name: "Install Sixfold as an app" });
  const settings = page.getByRole("button", { name: "Settings" });
  await settings.click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  assert.equal(await button.count(), 0);
  // A browser without windows makes no such offer by itself.
  const prevented = await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = async () => (window.prompted = (window.prompted ?? 0) + 1);
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  assert.equal(prevented, true);
  await button.click();
  await button.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => window.prompted), 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("every field for a name counts what people see as characters, and says why one is refused", async () => {
  const letter = "e\u0301";
  const page = await openPage(chrome.browser, files.url, { settings: { language: "en" } });
  const refused = async (name, act) => {
    await name.fill("\u202eA");
    assert.equal(await name.inputValue(), "A");
    await name.fill(letter.repeat(41));
    await page.getByText("The name is too long: at most 40 characters.").first().waitFor();
    await act();
    await page.getByText("The name is too long: at most 40 characters.").first().waitFor();
    await name.fill(letter.repeat(40));
    await page.getByText("The name is too long").waitFor({ state: "detached" });
  };
  await page.goto(`${files.url}/setup`);
  await page.getByLabel("Who is player 2").selectOption({ label: "Person" });
  await refused(page.getByLabel("Name of player 2"), () => page.locator("footer .go").click());
  await page.goto(`${files.url}/scoring`);
  await refused(page.getByLabel("Name of player 1"), () => page.locator("form .go").click());
  await page.getByRole("button", { name: "Start scoring" }).click();
  await page.getByText(letter.repeat(40)).first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
