// One search at a time, and two who wait are brought together.
import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually, serveGames } from "./browser.mjs";
import { closeAll, goTo, leave, openAs, phone } from "./people.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--seed-wait", "60000", "--log", "off"));

const search = async (page) => {
  await page.getByRole("button", { name: "Find a match" }).click();
  await page.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
};
const hand = (page) => page.locator(".rack > button").first();

test("whoever comes back to a search is matched with the one who came meanwhile", async () => {
  const ann = await openAs(chrome, server, "Ann", "/lobby", phone);
  await search(ann);
  await ann.waitForURL(/\/t\/[A-Z]{6}$/);
  const table = ann.url();
  await leave(ann);
  const ben = await openAs(chrome, server, "Ben", "/lobby");
  await ben.getByText("No tables are open right now.").waitFor();
  await search(ben);
  await ann.goto(table);
  await Promise.all([ann, ben].map((page) => hand(page).waitFor()));
  assert.notEqual(ann.url(), table);
  // Nobody looks for another match over the game.
  await goTo(ann, "/rules");
  await ann.getByRole("button", { name: "Games in progress 1" }).waitFor();
  assert.equal(await ann.getByRole("complementary", { name: "Quick match" }).count(), 0);
  await closeAll(ann, ben);
});

test("searching again ends the first search, and one's own table is no one else's", async () => {
  const ann = await openAs(chrome, server, "Ann", "/lobby");
  await search(ann);
  await ann.getByText("You play as soon as somebody else is looking for this game.").waitFor();
  await goTo(ann, "/lobby");
  const row = ann.locator("li", { hasText: "Ann" });
  const back = row.getByRole("link", { name: "Back to your table" });
  await back.waitFor();
  assert.equal(await row.getByRole("link", { name: "Join" }).count(), 0);
  await ann.getByRole("combobox", { name: "Game" }).selectOption("cubes");
  await search(ann);
  await goTo(ann, "/lobby");
  await row.getByText("Cubes").waitFor();
  assert.equal(
    await eventually(
      () => row.count(),
      (count) => count === 1,
    ),
    1,
  );
  await back.click();
  await ann.getByRole("button", { name: "Leave the seat" }).click();
  await closeAll(ann);
});

test("the lobby leads to a table of one's own", async () => {
  const ann = await openAs(chrome, server, "Ann", "/lobby", phone);
  await ann.getByRole("link", { name: "Open a table" }).click();
  await ann.getByRole("radio", { name: /^Small/ }).check();
  await ann.getByRole("button", { name: "Open the table" }).click();
  const path = new URL(await ann.locator(".link").textContent()).pathname;
  const ben = await openAs(chrome, server, "Ben", path);
  for (const page of [ann, ben])
    await page.getByText("Small bag: one of each, a short game.").waitFor();
  await closeAll(ann, ben);
});
