// Games on one device: kept side by side, found again, gone back in, kept as a history.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { eventually, openPage, serveGames } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";
import {
  ask,
  giveNext,
  keptGame,
  momentWith,
  newGame,
  openAt,
  planFor,
  storedGames,
} from "./states.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const open = (viewport, path = "/", settings = {}) =>
  openPage(chrome.browser, server.url + path, {
    settings: { brisk: true, opponent: "greedy", ...settings },
    viewport,
  });

const fitsOf = (view) =>
  Object.entries(ask("preview", { view, place: [] }).fits).filter(([, cells]) => cells.length > 0);
/** In mid-game, with a tile that fits. */
const moment = momentWith("base", (view) => {
  const [fit] = fitsOf(view);
  return view.history.length > 5 && fit && { tile: fit[0], cell: fit[1][0] };
});

const rack = (page) =>
  page.locator(".rack > button").evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
/** The hand of the person to move in the only game that is stored. */
const storedHand = async (page) => {
  const [{ text }] = await storedGames(page);
  const shown = ask("game_open", { saved: text });
  ask("game_close", { game: shown.game });
  return shown.view.hand.toSorted();
};
const shows = (page, hand) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector(".status.mine") &&
      JSON.stringify(
        [...document.querySelectorAll(".rack > button")].map((one) => one.dataset.tile).sort(),
      ) === wanted,
    JSON.stringify(hand),
  );
/** Plays one turn and waits until it is the person's turn again; returns the new hand. */
async function playOne(page) {
  const turns = async () => (await storedGames(page))[0].standing.turns;
  const before = await turns();
  await playToTheEnd(page, 1);
  while ((await turns()) < before + 2) await page.locator(".status").waitFor();
  const hand = await storedHand(page);
  await shows(page, hand);
  return hand;
}
const ready = async (page) => {
  await page.locator(".status.mine").waitFor();
  await page.locator(".rack > .tile").first().waitFor();
};
/** Deals a game in the set-up and waits for the person's turn. */
async function deal(page, query = "") {
  await page.goto(`${server.url}/setup${query}`);
  await page.getByRole("button", { name: "Deal" }).click();
  await ready(page);
}
async function openMenu(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").waitFor();
}
async function resign(page) {
  await openMenu(page);
  await page.getByText("Resign", { exact: true }).first().click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog", { name: "Result" }).waitFor();
}
const rows = (page, part) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: part }) })
    .locator("li");

test("the game that earlier versions kept is taken over, with the tiles laid in it", async () => {
  const page = await open(sizes.phone);
  const { tile, cell } = moment.what;
  await giveNext(page, {
    ...keptGame(moment),
    "sixfold.laid.local": JSON.stringify({ order: moment.view.hand, laid: [`${tile}@${cell}`] }),
  });
  await page.goto(`${server.url}/game`);
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  await page.waitForURL(/\/game\/\w+$/);
  assert.deepEqual(await rack(page), moment.view.hand.toSorted());
  assert.equal(await page.evaluate(() => localStorage.getItem("sixfold.game")), null);
  await page.reload();
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  assert.equal((await storedGames(page)).length, 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

describe("sizes", { concurrency: 2 }, () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    test(`games stay side by side and become a history: ${size}`, async () => {
      const page = await open(viewport);
      await deal(page, "?game=base");
      const first = { url: page.url(), hand: await rack(page) };
      await deal(page, "?game=connect");
      assert.notEqual(page.url(), first.url);
      await page.goto(`${server.url}/games`);
      await rows(page, "Running").nth(1).waitFor();
      assert.equal(await rows(page, "Running").count(), 2);
      await rows(page, "Running")
        .getByRole("link", { name: /^Classic/ })
        .click();
      await ready(page);
      assert.equal(page.url(), first.url);
      assert.deepEqual(await rack(page), first.hand);
      await resign(page);

      // The other one is what continues.
      await page.goto(`${server.url}/game`);
      await ready(page);
      assert.notEqual(page.url(), first.url);

      await page.goto(`${server.url}/games`);
      const over = rows(page, "Finished");
      await over.getByText("Classic").waitFor();
      assert.equal(await rows(page, "Running").count(), 1);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        over.getByRole("button", { name: "Save this game" }).click(),
      ]);
      assert.match(
        download.suggestedFilename(),
        /^sixfold-classic-\d{4}-\d\d-\d\d-you-greedy\.jsonl$/,
      );
      await over.getByRole("button", { name: "Replay" }).click();
      await page.getByRole("slider").waitFor();
      await page.goto(`${server.url}/games`);
      await over.getByRole("button", { name: "Review" }).click();
      await page.getByRole("heading", { name: "Review" }).waitFor();
      await page.goto(`${server.url}/games`);
      await over.getByText("Delete", { exact: true }).first().click();
      await over.getByRole("button", { name: "Cancel" }).click();
      assert.equal(await over.count(), 1);
      await over.getByText("Delete", { exact: true }).first().click();
      await over.getByRole("button", { name: "Delete" }).click();
      await over.waitFor({ state: "detached" });
      assert.equal((await storedGames(page)).length, 1);
      await page.goto(first.url);
      await page.getByText("This game is not on this device.").waitFor();
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });

    test(`against bots one goes back to any of one's turns: ${size}`, async () => {
      const page = await open(viewport);
      await openAt(page, server.url, moment);
      await ready(page);
      const hands = [await rack(page)];
      const turns = async () => (await storedGames(page))[0].standing.turns;
      const before = await turns();
      for (let i = 0; i < 2; ++i) hands.push(await playOne(page));
      await openMenu(page);
      await page.getByRole("button", { name: "Take back your last turn" }).click();
      await shows(page, hands[1]);
      assert.equal(await turns(), before + 2);

      if (size === "phone")
        await page.getByRole("button", { name: "Moves and what is unseen" }).click();
      await page.getByRole("button", { name: `Back to turn ${before + 1}` }).click();
      await page.getByText("2 turns are forgotten.").waitFor();
      await page.getByRole("button", { name: "Go back" }).click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      await shows(page, hands[0]);
      assert.equal(await turns(), before);
      await page.reload();
      await ready(page);
      assert.deepEqual(await rack(page), hands[0]);
      await playToTheEnd(page, 1);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
});

test("all tiles that are laid are taken back at once", async () => {
  const two = momentWith("base", (view) => {
    if (view.history.length < 6) return null;
    for (const [tile, cells] of fitsOf(view))
      for (const cell of cells) {
        const { fits } = ask("preview", { view, place: [`${tile}@${cell}`] });
        const [next] = Object.entries(fits).filter(([, free]) => free.length > 0);
        if (next)
          return [
            [tile, cell],
            [next[0], next[1][0]],
          ];
      }
  });
  const page = await open(sizes.phone);
  await openAt(page, server.url, two);
  await ready(page);
  const lay = async () => {
    for (const [tile, cell] of two.what) {
      await page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first().click();
      await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
      await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
    }
  };
  await lay();
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.locator(".cell.laid").first().waitFor({ state: "detached" });
  assert.equal(await page.locator(".rack > .laid").count(), 0);
  await lay();
  await page.keyboard.press("Shift+Backspace");
  await page.locator(".cell.laid").first().waitFor({ state: "detached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("two tabs show one game, and neither overwrites what the other has played", async () => {
  const page = await open(sizes.desktop);
  await openAt(page, server.url, moment);
  await ready(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  // A tab that hears nothing of the others.
  const deaf = await page.context().newPage();
  await deaf.addInitScript(() => delete window.BroadcastChannel);
  await deaf.goto(page.url());
  await ready(deaf);

  const hand = await playOne(page);
  await shows(other, hand);
  const [{ revision, standing }] = await storedGames(page);

  const { tile, cell } = moment.what;
  await deaf.locator(`.rack > [data-tile="${tile}"]`).first().click();
  await deaf.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await deaf.getByRole("button", { name: /^Play \+/ }).click();
  await shows(deaf, hand);
  const [after] = await storedGames(page);
  assert.deepEqual([after.revision, after.standing], [revision, standing]);
  await page.context().close();
});

test("around one screen nobody's hand is shown when the game is opened again", async () => {
  const people = [{ name: "Ann" }, { name: "Ben" }];
  const plan = planFor("base", people, 4);
  const { game, shown } = newGame(plan);
  const opener = people[shown.covered].name;
  const page = await open(sizes.phone);
  await openAt(page, server.url, { game, plan });
  const iAm = page.getByRole("button", { name: `I am ${opener}` });
  // The board is the same with and without a hand below it.
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size);
    await iAm.waitFor();
    const board = () => page.locator("main.board").boundingBox();
    const covered = await board();
    await iAm.click();
    await page.locator(".rack > button").first().waitFor();
    assert.deepEqual(await board(), covered);
    await page.reload();
  }
  await iAm.click();
  await page.locator(".rack > button").first().waitFor();
  await page.reload();
  await iAm.waitFor();
  assert.equal(await page.locator(".rack > button").count(), 0);
  await iAm.click();
  await page.locator(".rack > button").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("whoever deletes a game with the keyboard continues at the next one", async () => {
  const page = await open(sizes.desktop);
  await deal(page);
  await deal(page);
  await page.goto(`${server.url}/games`);
  const rows = page.locator("li").filter({ has: page.locator("summary") });
  const focused = () => page.evaluate(() => document.activeElement.tagName);
  for (const [left, goal] of [
    [1, "A"],
    [0, "MAIN"],
  ]) {
    await rows.first().locator("summary").press("Enter");
    await rows.first().getByRole("button", { name: "Delete" }).press("Enter");
    await page.waitForFunction(
      (count) => document.querySelectorAll("li summary").length === count,
      left,
    );
    assert.equal(await eventually(focused, (now) => now === goal), goal);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a game of two people on this device is told by their names", async () => {
  const page = await open(sizes.phone);
  const plan = planFor("base", [{ name: "Anna" }, { name: "Ben" }]);
  const { game, shown } = newGame(plan);
  const name = shown.view.seats[shown.view.turn].name;
  await openAt(page, server.url, { game, plan });
  await page.getByRole("button", { name: `I am ${name}` }).waitFor();
  await page.goto(server.url);
  const row = page.getByRole("region", { name: "Your games" }).locator("li");
  await row.getByText(/^Anna and Ben$/).waitFor();
  await row.getByText(`${name} to move`).waitFor();
  assert.equal(await row.getByText("Your turn").count(), 0);
  // Over to the other, and to a game that waits for one person only.
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a table for two people leaves the next game against a bot as it was", async () => {
  const page = await open(sizes.phone, "/setup/pass");
  await page.getByRole("button", { name: "Deal" }).click();
  // Nobody is "you" where several people pass the device around.
  await page.getByRole("button", { name: /^I am Player [12]$/ }).waitFor();
  assert.deepEqual(
    (await storedGames(page)).map(({ plan }) => plan.seats.map(({ name }) => name)),
    [["Player 1", "Player 2"]],
  );
  // Whoever waits for the device sees the board.
  const cover = await page.locator(".cover").evaluate((element) => {
    const { backgroundColor, backdropFilter } = getComputedStyle(element);
    return { backgroundColor, backdropFilter };
  });
  assert.deepEqual(cover, { backgroundColor: "rgba(0, 0, 0, 0)", backdropFilter: "none" });
  await page.goto(`${server.url}/setup?game=cubes`);
  const second = page.getByRole("combobox", { name: "Who is player 2" });
  await second.waitFor();
  assert.equal(await second.evaluate((one) => one.value), "bot");
  await page.goto(`${server.url}/setup/pass`);
  assert.equal(await second.evaluate((one) => one.value), "person");
  await page.context().close();
});

test("around one screen the winner is called by name", async () => {
  const plan = planFor("base", [{ name: "Anna" }, { name: "Ben" }]);
  plan.options = { ...plan.options, bag: "small" };
  const page = await open(sizes.phone);
  await openAt(page, server.url, { game: newGame(plan).game, plan });
  await playToTheEnd(page);
  const result = page.getByRole("dialog");
  await result.getByText(/^(Anna|Ben) wins\.$/).waitFor();
  await result.getByText(/^(Anna|Ben) placed their last tile/).waitFor();
  await result.getByRole("button", { name: "Close" }).click();
  assert.deepEqual(await page.locator(".seat", { hasText: "You" }).all(), []);
  await page.getByRole("button", { name: "Result" }).click();
  await result.getByText("wins.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("in landscape the hand is one row, and the way home is in the bar", async () => {
  const page = await open({ width: 844, height: 390 });
  await deal(page);
  await page.getByRole("link", { name: "Home" }).first().waitFor();
  const rows = await page
    .locator(".rack > .tile")
    .evaluateAll((all) => new Set(all.map((one) => one.offsetTop)).size);
  assert.equal(rows, 1);
  await page.context().close();
});

test("bots have their names in the visitor's language, whenever the game began", async () => {
  const page = await open(sizes.phone, "/", { language: "de" });
  const plan = planFor("base", [{ name: "Anna" }, { name: "Greedy 2", bot: "greedy" }]);
  await openAt(page, server.url, { game: newGame(plan).game, plan });
  await page.locator(".rack > .tile").first().waitFor();
  await page.goto(server.url);
  await page.locator(".yours li").getByText("Nimmersatt 2", { exact: true }).waitFor();
  await page.context().close();
});
