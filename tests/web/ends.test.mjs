// Games on the server that are over: told to whoever was elsewhere, and kept in the history.
import assert from "node:assert/strict";
import { test } from "node:test";

import { serveGames } from "./browser.mjs";
import { annAndBen, clock, closeAll, goTo, leave, openAs, phone, resign } from "./people.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--seed-wait", "60000", "--log", "off"));

const finished = (page) =>
  page.locator("section.panel", { has: page.getByRole("heading", { name: "Finished" }) });

test("a finished game is in the history, won or lost, for guests and accounts", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { anns: phone });
  await resign(ben);
  await ann.getByText("You win!").first().waitFor();
  for (const [page, outcome] of [
    [ann, "won"],
    [ben, "lost"],
  ]) {
    await page.goto(`${server.url}/games`);
    const row = finished(page).locator("li", { hasText: "Classic" });
    await row.getByText(new RegExp(`^${outcome} · .* · online`)).waitFor();
    await row.getByText("Ann").waitFor();
    await row.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("slider").waitFor();
  }
  // The same game, after the guest has become an account.
  await ann.goto(`${server.url}/account`);
  const form = ann.locator("form").filter({ hasText: "2 to 24 characters" });
  await form.getByLabel("Name", { exact: true }).fill("Annika");
  await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
  await form.getByRole("button").click();
  await ann.getByText("You are logged in as Annika.").waitFor();
  await ann.locator("section", { hasText: "Recent games" }).getByText(/^won · /).waitFor();
  await goTo(ann, "/games");
  await finished(ann).getByText(/^won · /).waitFor();
  await closeAll(ann, ben);
});

test("whoever was elsewhere is told how the game ended, and led to it", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { anns: phone });
  await goTo(ann, "/rules");
  await ann.getByRole("button", { name: "Games in progress 1" }).waitFor();
  await resign(ben);
  const notice = ann.getByRole("listitem").filter({ hasText: "You won against Ben. Ben resigned." });
  await notice.waitFor();
  await ann.locator("[aria-live]").getByText("You won against Ben.").first().waitFor();
  await notice.getByRole("link", { name: "See the game" }).click();
  await ann.getByRole("dialog", { name: "Result" }).getByText("You win!").waitFor();
  await notice.waitFor({ state: "detached" });
  // Whoever was at the table needs no notice.
  assert.equal(await ben.getByText("You lost to Ann.").count(), 0);
  await closeAll(ann, ben);
});

test("a game that was lost while no page was open is told on the next visit", async () => {
  const { ann, ben, mover, other } = await annAndBen(chrome, server, {
    edit: clock("Time per move", { "Seconds per move": 20 }),
  });
  const name = mover === ann ? "Ann" : "Ben";
  await mover.waitForFunction(() => localStorage.getItem("sixfold.seated") !== null);
  await leave(mover);
  await other.getByText("You win!").first().waitFor();
  await mover.goto(`${server.url}/rules`);
  const winner = name === "Ann" ? "Ben" : "Ann";
  await mover.getByText(`You lost to ${winner}. You ran out of time.`).first().waitFor();
  await mover.getByRole("button", { name: "Close" }).click();
  await mover.reload();
  await mover.getByRole("heading", { level: 1 }).first().waitFor();
  await mover.waitForFunction(() => localStorage.getItem("sixfold.online") === "false");
  assert.equal(await mover.getByText("You lost to").count(), 0);
  await closeAll(ann, ben);
});

test("guests find the forms of an account before their games", async () => {
  const page = await openAs(chrome, server, "Ann", "/setup/online");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".link").waitFor();
  await goTo(page, "/account");
  const top = (name) =>
    page
      .getByRole("heading", { name, exact: true })
      .evaluate((one) => one.getBoundingClientRect().top);
  await page.getByRole("heading", { name: "Games in progress" }).waitFor();
  assert.ok((await top("Log in")) < (await top("Games in progress")));
  await closeAll(page);
});

test("a running game takes one line, with what can be done beside it", async () => {
  for (const size of [phone, {}]) {
    const page = await openAs(chrome, server, "Ann", "/", size);
    await page.getByRole("button", { name: /^Play against/ }).click();
    await page.locator(".status.mine").waitFor();
    await page.goto(`${server.url}/games`);
    const row = page.locator("li", { has: page.locator("summary") });
    await row.waitFor();
    const { height } = await row.boundingBox();
    assert.ok(height < 110, `${height} px`);
    await closeAll(page);
  }
});
