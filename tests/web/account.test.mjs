// A guest becomes an account, which works in other browsers until it is deleted.
import assert from "node:assert/strict";
import { test } from "node:test";

import { axeSource, eventually, openPage, serveGames } from "./browser.mjs";
import { stage } from "./stage.mjs";

// Without limits by address, which these tests of an account for years would reach in a minute.
const { server, chrome } = stage(() => serveGames("--log", "off", "--sockets-per-address", "0"));

const open = (path, options = {}) =>
  openPage(chrome.browser, server.url + path, { bypassCSP: true, ...options });
const section = (page, heading) =>
  page.locator("section.panel").filter({ has: page.getByRole("heading", { name: heading }) });
async function submit(page, heading, button, values) {
  const form = section(page, heading)
    .locator("form")
    .filter({ has: page.getByRole("button", { name: button, exact: true }) });
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole("button", { name: button, exact: true }).click();
}
async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${screen}: ${id}: ${nodes[0].html}`),
    [],
  );
}

let ann, recovery;
test("a guest becomes an account, and is shown the recovery code once", async () => {
  ann = await open("/account");
  await ann.getByText("You are playing as a guest").waitFor();
  await check(ann, "guest");
  const [login, create] = await Promise.all(
    ["Log in", "Create an account"].map((name) => section(ann, name).boundingBox()),
  );
  assert.ok(login.y === create.y && login.x < create.x, "side by side");
  await submit(ann, "Create an account", "Create an account", { Name: "Ann", Passphrase: "short" });
  await ann.getByRole("alert").getByText("8 to 256 characters").waitFor();
  await submit(ann, "Create an account", "Create an account", {
    Name: "Ann",
    Passphrase: "one two three",
  });
  await ann.getByText("You are logged in as Ann.").waitFor();
  recovery = await section(ann, "Recovery code").locator(".code").textContent();
  assert.match(recovery, /^[A-Z]{4}(-[A-Z]{4})+$/);
  await check(ann, "recovery code");
  await ann.getByRole("button", { name: "I have saved it" }).click();
  assert.equal(await ann.getByText(recovery).count(), 0);
});

test("it is known in another browser by its passphrase", async () => {
  const page = await open("/account");
  await submit(page, "Log in", "Log in", { Name: "Ann", Passphrase: "one two four" });
  await page.getByText("The name or the passphrase is wrong.").waitFor();
  await submit(page, "Log in", "Log in", { Name: "ann", Passphrase: "one two three" });
  await page.getByText("You are logged in as Ann.").waitFor();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByText("You are playing as a guest").waitFor();
  const news = page.getByText("You are logged out and now playing as a new guest.");
  await news.waitFor();
  const top = await eventually(
    () => news.evaluate((element) => element.getBoundingClientRect().top),
    (at) => at >= 0,
  );
  assert.ok(top >= 0 && top < 800, `the news is at ${top}`);
  await page.context().close();
});

test("and by a code, which no server sees in an address", async () => {
  await ann.getByRole("button", { name: "Show a code" }).click();
  const place = section(ann, "Another device");
  await place.getByRole("img").waitFor();
  const code = await place.locator(".code").textContent();
  await check(ann, "a code for another device");
  const asked = [];
  const page = await open("/");
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.url}/claim#${code}`);
  const field = page.getByLabel("Code from the other device");
  await field.waitFor();
  assert.equal(await field.inputValue(), code);
  assert.equal(new URL(page.url()).hash, "");
  await check(page, "claim");
  await page.getByRole("button", { name: "Continue as this player" }).click();
  await page.getByText("You are logged in as Ann.").waitFor();
  assert.ok(asked.every((url) => !new URL(url).pathname.includes(code)));
  await page.goto(`${server.url}/claim`);
  await page.getByLabel("Code from the other device").fill(code);
  await page.getByRole("button", { name: "Continue as this player" }).click();
  await page.getByText("This code is wrong, already used or expired.").waitFor();
  await page.context().close();
});

test("it has bots with tokens, shown once", async () => {
  await submit(ann, "Your bots", "Create a bot", { "Name of your bot": "Annbot" });
  const token = await ann.locator(".secret .code").textContent();
  const answer = await fetch(`${server.url}/api/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal((await answer.json()).name, "Annbot");
  await ann.getByRole("button", { name: "I have saved it" }).click();
  await submit(ann, "Your bots", "Create a bot", { "Name of your bot": "annbot" });
  await ann.getByText("Somebody already has this name").waitFor();
  await submit(ann, "Head to head", "Compare", { "Name of a player": "Annbot" });
  await ann.getByText("No games with Annbot yet.").waitFor();
  await ann.getByRole("button", { name: "Delete Annbot" }).click();
  await ann.getByRole("button", { name: "Delete Annbot" }).waitFor({ state: "detached" });
});

test("its tokens let programs act for it until they are revoked", async () => {
  const place = section(ann, "Access tokens");
  await place.getByText("Create a token").first().click();
  await place.getByLabel("Play").check();
  const token = {
    "Name of the token": "My script",
    Passphrase: "one two four",
  };
  await submit(ann, "Access tokens", "Create a token", token);
  await place.getByText("The name or the passphrase is wrong.").waitFor();
  await submit(ann, "Access tokens", "Create a token", { Passphrase: "one two three" });
  const secret = await place.locator(".secret .code").textContent();
  await check(ann, "a token");
  const me = () =>
    fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal((await (await me()).json()).name, "Ann");
  await ann.getByRole("button", { name: "I have saved it" }).click();
  await place.getByText("Read your games and profile · Play").waitFor();
  await ann.getByRole("button", { name: "Revoke My script" }).click();
  await ann.getByRole("button", { name: "Revoke My script" }).waitFor({ state: "detached" });
  assert.equal((await me()).status, 403);
});

test("its webhooks have secrets, and addresses that the server reaches", async () => {
  const place = section(ann, "Webhooks");
  await place.getByText("Add a webhook").first().click();
  await submit(ann, "Webhooks", "Add a webhook", { Address: "http://hooks.example/a" });
  await place.getByText("It must begin with https:// and be public.").waitFor();
  await submit(ann, "Webhooks", "Add a webhook", { Address: "https://hooks.example/a" });
  assert.match(await place.locator(".secret .code").textContent(), /^[0-9a-f]{64}$/);
  await ann.getByRole("button", { name: "I have saved it" }).click();
  await check(ann, "a webhook");
  await ann.getByRole("button", { name: "Remove https://hooks.example/a" }).click();
  await place.locator("li").waitFor({ state: "detached" });
});

test("its feed has a secret address, in the language of the page, until it is switched off", async () => {
  const place = section(ann, "Atom feed").first();
  await place.getByRole("button", { name: "Create a secret address" }).click();
  const address = await place.locator(".secret .code").textContent();
  assert.match(address, /\/feeds\/[0-9a-f]{64}\.atom\?language=en/);
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /^<\?xml .*\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
  await check(ann, "a feed");
  await ann.getByRole("button", { name: "I have saved it" }).click();
  await place.getByRole("button", { name: "Switch the feed off" }).click();
  await place.getByText("Your feed has an address.").waitFor({ state: "detached" });
  assert.equal((await fetch(address)).status, 404);
});

test("only accounts make rated tables, and everyone sees that they are rated", async () => {
  const guest = await open("/setup/online");
  await guest.getByRole("button", { name: "Open the table" }).waitFor();
  assert.ok(await guest.getByLabel("Rated game").isDisabled());
  await guest.context().close();
  await ann.goto(`${server.url}/setup/online`);
  await ann.getByLabel("Rated game").check();
  await ann.getByLabel("Allow hints for everyone").check();
  await ann.getByLabel("Show the table in the lobby").check();
  await ann.getByRole("button", { name: "Open the table" }).click();
  await ann.getByText("This game is rated.").waitFor();
  await ann.getByText("Hints are allowed for everyone.").waitFor();
  await ann.getByText("player with an account").waitFor({ state: "attached" });
  await check(ann, "a rated table");
  const visitor = await open("/lobby");
  await visitor.getByText("Ann · 1 of 2 seats taken · No clock · rated · with hints").waitFor();
  await check(visitor, "lobby");
  await visitor.context().close();
  await ann.getByRole("button", { name: "Leave the seat" }).click();
  await ann.goto(`${server.url}/ranking/cubes`);
  await ann.getByText("Nobody has a rating here yet.").waitFor();
  await check(ann, "ranking");
});

test("the passphrase can be changed, and set anew by the recovery code", async () => {
  await ann.goto(`${server.url}/account`);
  await ann.getByText("Change the passphrase").first().click();
  await submit(ann, "Passphrase and devices", "Change the passphrase", {
    "Current passphrase": "one two three",
    "New passphrase": "four five six",
  });
  await ann.getByText("The passphrase has been changed.").waitFor();
  const page = await open("/account");
  await page.getByText("Forgot your passphrase?").click();
  await submit(page, "Log in", "Set the new passphrase", {
    Name: "Ann",
    "Recovery code": recovery,
    "New passphrase": "seven eight nine",
  });
  await page.getByText("You are logged in as Ann.").waitFor();
  const next = await section(page, "Recovery code").locator(".code").textContent();
  assert.notEqual(next, recovery);
  // The device that was logged in before no longer is.
  await ann.reload();
  await ann.getByText("You are playing as a guest").waitFor();
  await ann.context().close();
  ann = page;
});

test("all that is kept can be downloaded, and deleted", async () => {
  await ann.getByRole("button", { name: "I have saved it" }).click();
  const [download] = await Promise.all([
    ann.waitForEvent("download"),
    ann.getByRole("button", { name: "Download all your data" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "sixfold-account.json");
  await ann.getByText("Delete the account").click();
  await submit(ann, "Your data", "Delete for good", { Passphrase: "seven eight nine" });
  await ann.getByText("The account has been deleted.").waitFor();
  await submit(ann, "Log in", "Log in", { Name: "Ann", Passphrase: "seven eight nine" });
  await ann.getByText("The name or the passphrase is wrong.").waitFor();
  await ann.context().close();
});
