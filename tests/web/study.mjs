// Opening the study board in tests, and waiting for what it shows.
import { openPage } from "./browser.mjs";

/** With a quick review, unless the page has been told otherwise. */
export async function openReview(browser, url, record, options = {}) {
  const page = await openPage(browser, url, {
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  await page.evaluate((text) => {
    localStorage.setItem("sixfold.review", JSON.stringify(text));
    localStorage.setItem("sixfold.review.effort", "100");
  }, record);
  await page.goto(`${url}/review`);
  return page;
}

/** The game has been reviewed to its end. */
export const finished = (page) => page.locator(".sum").waitFor();
/** The board shows this turn. */
export const titleOf = (page, name) => page.getByRole("heading", { name }).waitFor();

/** Leads through all that the study board can show, in any language. */
export async function inStudy(page, check) {
  await finished(page);
  await check("a finished review");
  const ways = page.locator(".ways > .button");
  await ways.nth(1).click();
  await page.locator(".compare table").waitFor();
  await check("all moves");
  await ways.nth(1).click();
  await ways.first().click();
  await page.locator(".dock .acts").waitFor();
  await check("a move of one's own");
  await ways.last().click();
  await page.locator(".compare select").waitFor();
  await check("a position to play on from");
  await page.locator(".compare select + .button").click();
  await page.locator(".variations .move").waitFor();
  await check("a variation");
  await page.locator(".chips .bag").click();
  await page.locator("dialog[open] li").first().waitFor();
  await check("what is unseen");
  await page.keyboard.press("Escape");
  await page.locator(".sum .button").click();
  await page.locator("dialog[open] table").waitFor();
  await check("skill and luck");
  await page.keyboard.press("Escape");
  const learn = page.locator(".learn");
  if ((await learn.count()) === 0) return;
  await learn.click();
  await page.locator(".compare h2").waitFor();
  await check("an exercise");
}
