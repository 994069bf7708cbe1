// Two people become friends, invite each other and look at each other's profiles: Ann at a desk, Ben
// with a phone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { axeSource, closeAll, openPage, serveGames } from "./browser.mjs";
import { phone } from "./people.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--log", "off"));

const pictures = process.env.SIXFOLD_PICTURES;

async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => window.axe.run(document));
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${screen}, ${colorScheme}: ${id}: ${nodes[0].html}`),
      [],
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${screen} is ${wide} pixels too wide`);
    if (pictures)
      await page.screenshot({ path: `${pictures}/${screen}-${colorScheme}.png`, fullPage: true });
  }
}
const open = (path, options = {}) =>
  openPage(chrome.browser, server.url + path, { bypassCSP: true, ...options });
/** A page of somebody with a new account. */
async function openAs(name, path, options) {
  const page = await open("/more", options);
  const status = await page.evaluate(async (own) => {
    await fetch("/api/me");
    const answer = await fetch("/api/account", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: own, passphrase: "one two three" }),
    });
    localStorage.setItem("sixfold.account", "true");
    return answer.status;
  }, name);
  assert.equal(status, 200);
  await page.goto(server.url + path);
  return page;
}
const rack = (page) => page.locator(".rack > button").first().waitFor();
const button = (page, name) => page.getByRole("button", { name, exact: true });

let ann, ben;

test("a guest is told the way to an account", async () => {
  const guest = await open("/friends", phone);
  await guest.getByText("You need an account for this.").waitFor();
  await check(guest, "friends-guest");
  await guest.getByRole("main").getByRole("link", { name: "Account" }).click();
  await guest.getByText("You are playing as a guest.").waitFor();
  await closeAll(guest);
});

test("one asks the other, who sees it on every page and accepts", async () => {
  ann = await openAs("Ann", "/friends");
  ben = await openAs("Ben", "/", phone);
  await ann.getByText("No friends here yet.").waitFor();
  await check(ann, "friends-none");
  await ann.getByLabel("Name of a player").fill("ben");
  await button(ann, "Ask").click();
  await ann.getByText("has been asked.").waitFor();
  await ann.getByText("Have not answered yet").waitFor();
  await ben.reload();
  await ben.getByText("1 person wants to be your friend").locator("..").click();
  await ben.waitForURL("**/friends");
  await check(ben, "friends-asked");
  await button(ben, "Accept: Ann").click();
  await ben.getByText("You and Ann are friends now.").waitFor();
  await ann.reload();
  await ann.getByText("here now").waitFor();
  await check(ann, "friends");
});

test("an invitation waits on the start page of the other, and begins the game", async () => {
  await ann.getByRole("link", { name: "Play: Ben" }).click();
  await ann.getByText("Invited; has a week to accept.").waitFor();
  await check(ann, "setup-invited");
  await button(ann, "Open the table").click();
  await ann.getByText("A seat is kept.").waitFor();
  await ann.getByText("kept for somebody").waitFor();
  await ben.goto(`${server.url}/`);
  await ben.getByText("Ann invites you").waitFor();
  assert.match(await ben.title(), /^\(1\) /);
  await check(ben, "start-invited");
  await button(ben, "Accept").click();
  await Promise.all([rack(ann), rack(ben)]);
});

test("one that is declined is gone, and its seat is free", async () => {
  await ben.goto(`${server.url}/setup/online?with=Ann`);
  await button(ben, "Open the table").click();
  await ben.getByText("kept for somebody").waitFor();
  await ann.goto(`${server.url}/account`);
  await ann.getByText("Ben invites you").waitFor();
  await check(ann, "account-invited");
  await button(ann, "Decline").click();
  await ann.getByText("Ben invites you").waitFor({ state: "detached" });
  await ben.getByText("kept for somebody").waitFor({ state: "detached" });
});

test("a link leads to its owner", async () => {
  await ann.goto(`${server.url}/friends`);
  await button(ann, "Make a link").click();
  const link = await ann.locator(".link").textContent();
  const cid = await openAs("Cid", new URL(link).pathname, phone);
  await cid.getByText("Ask Ann to be your friend?").waitFor();
  await check(cid, "friends-link");
  await button(cid, "Ask").first().click();
  await cid.getByText("Ann has been asked.").waitFor();
  await ann.reload();
  await button(ann, "Decline: Cid").click();
  await ann.getByText("Want to be your friend").waitFor({ state: "detached" });
  await closeAll(cid);
});

test("a profile shows what its owner has played, until it is closed", async () => {
  await ann.goto(`${server.url}/players/ben`);
  await ann.getByRole("heading", { name: "Ben", level: 1 }).waitFor();
  await ann.getByRole("link", { name: "Play with Ben" }).waitFor();
  await check(ann, "player");
  await ben.goto(`${server.url}/account`);
  await ben.getByRole("link", { name: "Your profile" }).click();
  const choice = ben.getByLabel("Everyone may see this page");
  await choice.waitFor();
  assert.ok(await choice.isChecked());
  await choice.click();
  await ben.waitForFunction(() => !document.querySelector("input[type=checkbox]").checked);
  await check(ben, "player-own");
  await ann.reload();
  await ann.getByText("This profile is closed.").waitFor();
  assert.equal(await ann.getByRole("heading", { name: "Rating" }).count(), 0);
  await check(ann, "player-closed");
});

test("whoever is blocked is not told", async () => {
  await ann.getByRole("button", { name: "Block" }).click();
  await button(ann, "Unblock").waitFor();
  await ben.goto(`${server.url}/friends`);
  await ben.getByText("No friends here yet.").waitFor();
  await ben.getByLabel("Name of a player").fill("Ann");
  await button(ben, "Ask").click();
  await ben.getByText("Ann has been asked.").waitFor();
  await ann.goto(`${server.url}/friends`);
  await ann.getByRole("heading", { name: "Blocked" }).waitFor();
  await check(ann, "friends-blocked");
  assert.equal(await ann.getByText("Want to be your friend").count(), 0);
  await button(ann, "Unblock: Ben").click();
  await ann.getByText("Want to be your friend").waitFor();
  await closeAll(ann, ben);
});
