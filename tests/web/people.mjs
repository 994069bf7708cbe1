// Two people at a table on a real server: Ann, and Ben, who follows her link.
import { openPage } from "./browser.mjs";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };

export const openAs = (chrome, server, name, path = "", { settings = {}, ...options } = {}) =>
  openPage(chrome.browser, server.url + path, {
    settings: { name, brisk: true, ...settings },
    ...options,
  });

export { closeAll } from "./browser.mjs";
export { goTo } from "./screens.mjs";

/** Leaves the app, as if the page had been closed. */
export async function leave(page) {
  await page.goto(new URL("/icon.svg", page.url()).href);
}

/** Both sit down at a table that Ann opens after `edit`; the options are those of their pages. */
export async function annAndBen(chrome, server, { edit, anns = {}, bens = {} } = {}) {
  const ann = await openAs(chrome, server, "Ann", "/setup/online", anns);
  await edit?.(ann);
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  const ben = await openAs(chrome, server, "Ben", path, bens);
  await ben.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, ben].map((page) => page.locator(".rack > button").first().waitFor()));
  const isAnns = (await ann.locator(".status.mine").count()) > 0;
  return { ann, ben, path, mover: isAnns ? ann : ben, other: isAnns ? ben : ann };
}

/** A clock for the edit above. */
export const clock = (kind, numbers) => async (page) => {
  await page.getByRole("radio", { name: kind, exact: true }).check();
  for (const [label, value] of Object.entries(numbers))
    await page.getByLabel(label, { exact: true }).fill(String(value));
};

export async function choose(page, what) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: what, exact: true }).click();
}
export async function resign(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Resign", { exact: true }).first().click();
  await page.getByRole("button", { name: "Resign" }).click();
}
