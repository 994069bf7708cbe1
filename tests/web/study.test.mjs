// Puzzles, the game of the day, the scoring assistant, and what is remembered of games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { eventually, openPage, serveGames } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { openPuzzle as tradable, puzzlesOf, remember } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { storedGames } from "./states.mjs";

const { server: files, chrome } = stage();

const stored = (page, key) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name)), `sixfold.${key}`);

/** Chooses the puzzles of a game, or those on a theme. */
async function choosePuzzles(page, label, wanted) {
  await page.getByRole("button", { name: / · / }).click();
  await page.getByRole("combobox", { name: label }).selectOption(wanted);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** Opens the puzzles with all except one of them already tried. */
async function openPuzzle(page, game, puzzle) {
  const tried = Object.fromEntries(
    puzzlesOf(game)
      .filter(({ id }) => id !== puzzle.id)
      .map(({ id }) => [id, false]),
  );
  await page.evaluate((value) => localStorage.setItem("sixfold.puzzles", JSON.stringify(value)), {
    rating: 1000,
    tried,
    course: [],
  });
  await page.goto(`${files.url}/puzzles/${game}`);
  await page.locator(".rack > .tile").first().waitFor();
}
async function lay(page, placed) {
  for (const one of placed) {
    const [tile, cell] = one.split("@");
    await page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first().click();
    await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
    await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  }
}

test("a puzzle that is solved raises the rating, one that is not lowers it", async () => {
  const page = await openPage(chrome.browser, files.url);
  const placing = puzzlesOf("base").filter(({ answer }) => answer.place);
  const puzzle = placing.find(({ answer }) => answer.place.length === 1) ?? placing[0];
  await openPuzzle(page, "base", puzzle);
  await lay(page, puzzle.answer.place);
  await page.getByRole("button", { name: /^Play \+/ }).click();
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  await page.getByText(/Chance of winning: /).waitFor();
  assert.ok((await stored(page, "puzzles")).rating > 1000);
  assert.equal((await stored(page, "puzzles")).tried[puzzle.id], true);

  await openPuzzle(page, "base", puzzle);
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  await page.locator(".rack > .tile").first().click();
  await page.getByRole("button", { name: "Trade 1 tile" }).click();
  await page.getByRole("heading", { name: "There was a better move:" }).waitFor();
  assert.ok((await stored(page, "puzzles")).rating < 1000);
  await page.locator(".cell.suggested").first().waitFor();
  const shown = await page
    .locator(".cell.suggested")
    .evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
  assert.deepEqual(shown, puzzle.answer.place.map((one) => one.split("@")[1]).sort());
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByText("You have done all the puzzles for this game.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a reload does not skip a puzzle, and the own try is beside the answer", async () => {
  const page = await openPage(chrome.browser, `${files.url}/puzzles/base`);
  await page.locator(".rack > .tile").first().waitFor();
  const [begun] = (await stored(page, "puzzles")).open;
  for (let i = 0; i < 3; ++i) {
    await page.reload();
    await page.locator(".rack > .tile").first().waitFor();
    assert.deepEqual((await stored(page, "puzzles")).open, [begun]);
  }
  await choosePuzzles(page, "Game", "Cubes");
  await page.locator(".other").waitFor();
  await choosePuzzles(page, "Game", "Classic");
  await page.locator(".other").waitFor({ state: "detached" });
  assert.equal((await stored(page, "puzzles")).open.includes(begun), true);

  // Of one theme, and the open one is still there afterwards.
  const themes = new Map(puzzlesOf("base").map(({ id, theme }) => [id, theme]));
  const wanted = themes.get(begun) === "endgame" ? "line_of_six" : "endgame";
  const other = await page.evaluate(() => document.querySelector(".cells, .board")?.innerHTML);
  await choosePuzzles(page, "Theme", wanted);
  await page.waitForFunction(
    (before) => document.querySelector(".cells, .board")?.innerHTML !== before,
    other,
  );
  const opened = (await stored(page, "puzzles")).open.filter((id) => themes.has(id));
  assert.deepEqual([opened.length, themes.get(opened[1])], [2, wanted]);
  await page.reload();
  await page.locator(".rack > .tile").first().waitFor();
  await page.getByRole("button", { name: / · / }).click();
  assert.equal(await page.getByRole("combobox", { name: "Theme" }).inputValue(), wanted);
  await page.keyboard.press("Escape");
  assert.deepEqual(
    (await stored(page, "puzzles")).open.filter((id) => themes.has(id)),
    opened,
  );
  await choosePuzzles(page, "Theme", "All themes");

  await remember(page);
  await page.goto(`${files.url}/puzzles/base`);
  await page.locator(".rack > .tile").first().waitFor();
  const { answer, hand } = tradable;
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  await page.locator(".rack > .tile").first().click();
  const traded = await page.locator(".rack > .picked").getAttribute("data-tile");
  assert.ok(hand.includes(traded));
  await page.getByRole("button", { name: "Trade 1 tile" }).click();
  const best = page.getByRole("button", { name: /^Best move/ });
  const own = page.getByRole("button", { name: /^Your move Trade/ });
  await page.getByText(/Chance of winning: /).waitFor();
  for (const one of [best, own]) assert.match(await one.innerText(), /\d%$/);
  await page.waitForFunction(
    () => JSON.parse(localStorage.getItem("sixfold.puzzles")).history[0].cost !== undefined,
  );
  const [latest] = (await stored(page, "puzzles")).history;
  assert.deepEqual([latest.id, latest.right], [tradable.id, false]);
  const share = async (one) => Number(/([\d.]+)%$/.exec(await one.innerText())[1]);
  const gap = (await share(best)) - (await share(own));
  assert.ok(Math.abs(gap - 100 * latest.cost) < 0.11, `${gap} and ${latest.cost}`);
  await page.getByRole("button", { name: / · / }).click();
  await page
    .getByRole("dialog")
    .getByRole("row", { name: /missed/ })
    .waitFor();
  await page.keyboard.press("Escape");
  const shown = page.locator(".cell.suggested");
  assert.equal(await shown.count(), answer.place.length);
  await own.click();
  await shown.first().waitFor({ state: "detached" });
  assert.equal(await own.getAttribute("aria-pressed"), "true");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the right roll, and a tile taken for a disc", async () => {
  const page = await openPage(chrome.browser, files.url);
  const roll = puzzlesOf("cubes").find(({ answer }) => answer.roll?.length > 0);
  await openPuzzle(page, "cubes", roll);
  await page.getByRole("button", { name: "Roll", exact: true }).click();
  const left = [...roll.answer.roll];
  const tiles = page.locator(".rack > .tile");
  for (let i = 0; i < (await tiles.count()); ++i) {
    const at = left.indexOf(await tiles.nth(i).getAttribute("data-tile"));
    if (at < 0) continue;
    left.splice(at, 1);
    await tiles.nth(i).click();
  }
  await page.getByRole("button", { name: /^Roll \d cube/ }).click();
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  // Once the try has been judged it is kept, and nothing more is written.
  await page.getByText(/Chance of winning: /).waitFor();

  const take = puzzlesOf("select").find(({ answer }) => answer.take);
  await openPuzzle(page, "select", take);
  await page.getByRole("button", { name: "Take a tile" }).click();
  await page.locator(`.cell.takeable[data-cell="${take.answer.take.split("@")[1]}"]`).click();
  await page.getByRole("button", { name: /^Take the/ }).click();
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the game of the day is the same for everyone, and its first result stays", async () => {
  const hands = [];
  for (const visitor of [1, 2]) {
    const page = await openPage(chrome.browser, `${files.url}/daily`, {
      settings: { brisk: true },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByText(/This bag was made from today’s date/).waitFor();
    await page.getByRole("button", { name: "Play today’s game" }).click();
    await page.locator(".rack > .tile").first().waitFor();
    const [game] = await storedGames(page);
    hands.push(JSON.parse(game.text).hands);
    if (visitor === 2) {
      // What was left goes on, and asking for a hint is not forgotten.
      await page.locator(".status.mine").waitFor();
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint-bar").waitFor();
      await eventually(async () => (await storedGames(page))[0].hinted, Boolean);
      await page.goto(`${files.url}/daily`);
      await page.getByRole("link", { name: "Continue today’s game" }).click();
      await page.locator(".rack > .tile").first().waitFor();
      assert.equal((await storedGames(page)).length, 1);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Settings" }).last().waitFor();
      assert.equal(await page.getByRole("button", { name: "Take back your last turn" }).count(), 0);
      await page.getByText("Resign", { exact: true }).first().click();
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("dialog", { name: "Result" }).waitFor();
      await page.waitForFunction(() => localStorage.getItem("sixfold.games"));
      await page.goto(`${files.url}/daily`);
      await page.getByText(/^Played: \d+ to \d+ with hints$/).waitFor();
      await page.getByText("1 day in a row.").waitFor();
      await page.getByRole("button", { name: "Copy my result" }).click();
      await page.getByText("Your result is on the clipboard.").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(text, /^Sixfold, /);
      assert.ok(text.endsWith(`(with hints)\n${files.url}/daily`), text);
      await page.getByRole("row", { name: /with hints/ }).waitFor();
    }
    // There is no server to ask for the results of others.
    assert.deepEqual(
      page.faults.filter((fault) => !/Failed to load/.test(fault)),
      [],
    );
    await page.context().close();
  }
  assert.deepEqual(hands[0], hands[1]);
});

test("a server's game of the day is not that of the date, and a changed announcement shows", async (t) => {
  const server = await serveGames("--log", "off");
  t.after(() => server.close());
  const { today, commitments } = await (await fetch(`${server.url}/api/daily`)).json();
  const { seed } = await (await fetch(`${server.url}/api/daily/${today}`)).json();
  const page = await openPage(chrome.browser, `${server.url}/daily`);
  const text = page.getByText("The bag the server is dealing now");
  // The button can be pressed once the server has said which game it is.
  await page.getByRole("button", { name: "Play today’s game", disabled: false }).waitFor();
  assert.equal(await text.count(), 0);
  assert.equal(await page.getByText("The server cannot be reached.").count(), 0);
  assert.equal(
    (await stored(page, "days")).commitments[commitments[1].day],
    commitments[1].commitment,
  );
  await page.getByRole("button", { name: "Play today’s game" }).click();
  await page.locator(".rack > .tile").first().waitFor();
  const [game] = await storedGames(page);
  assert.equal(JSON.parse(game.text).local.seed, seed);
  await page.evaluate((day) => {
    const known = JSON.parse(localStorage.getItem("sixfold.days"));
    known.commitments[day] = "0".repeat(64);
    localStorage.setItem("sixfold.days", JSON.stringify(known));
  }, today);
  await page.goto(`${server.url}/daily`);
  await text.waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a day's game that was played to its end goes into the table of everyone", async (t) => {
  const server = await serveGames("--log", "off");
  t.after(() => server.close());
  const names = [];
  for (const name of ["Ann", "Ben"]) {
    const page = await openPage(chrome.browser, `${server.url}/daily`, {
      settings: { brisk: true },
    });
    const results = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Everyone’s results" }) });
    if (name === "Ann") await results.getByText("Nobody has added a result yet.").waitFor();
    else await results.getByRole("row", { name: /^1\. Ann/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Add my result" }).count(), 0);
    await page.getByRole("button", { name: "Play today’s game" }).click();
    await page.locator(".rack > .tile").first().waitFor();
    await playToTheEnd(page);
    await page.getByRole("dialog", { name: "Result" }).waitFor();
    await page.waitForFunction(() => localStorage.getItem("sixfold.day"));
    await page.getByRole("link", { name: "Everyone’s results" }).click();
    // A name that has not been typed yet is no error.
    await results.getByLabel("Your name").waitFor();
    assert.equal(await results.getByRole("alert").count(), 0);
    await results.getByLabel("Your name").fill("A");
    await results.getByLabel("Your name").fill("");
    await results.getByText("The name is too short: at least 1 character.").waitFor();
    await results.getByLabel("Your name").fill(name);
    await results.getByRole("button", { name: "Add my result" }).click();
    await results.getByText(/^You are number \d of \d\.$/).waitFor();
    const [own] = await stored(page, "games");
    const row = results.getByRole("row", { name: new RegExp(`${name} ${own.points} `) });
    assert.match(await row.getAttribute("class"), /you/);
    await page.reload();
    await row.waitFor();
    assert.equal(await page.getByRole("button", { name: "Add my result" }).count(), 0);
    names.push(...(await results.locator("tbody th").allInnerTexts()));
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  assert.equal(names.length, 3);
});

test("a finished game goes into the statistics once", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await page.goto(`${files.url}/profile`);
  await page.getByText("No games have been finished here yet.").waitFor();
  await page.goto(`${files.url}/learn/base`);
  await page.evaluate(() => localStorage.setItem("sixfold.learnt", '["base"]'));
  await page.goto(files.url);
  await page.getByRole("button", { name: /Play against/ }).click();
  await page.locator(".rack > .tile").first().waitFor();
  await playToTheEnd(page, 2);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Resign", { exact: true }).first().click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await page.waitForFunction(() => localStorage.getItem("sixfold.games"));
  await page.reload();
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  assert.equal((await stored(page, "games")).length, 1);
  await page.goto(files.url);
  await page.getByRole("button", { name: /Play against/ }).waitFor();
  await page.getByText("No game is running.").waitFor();
  await page.goto(`${files.url}/profile`);
  await page.getByRole("heading", { name: "Overall" }).waitFor();
  assert.equal(await page.locator("dd").first().textContent(), "1");
  await page.getByRole("row", { name: /^Classic 1 / }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

const choose = async (page, tile, cell) => {
  await page.locator(`.palette [data-tile="${tile}"]`).click();
  await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await page.locator(`.cell[data-cell="${cell}"][data-tile]`).waitFor();
};

const scoresOf = async (page) =>
  (await page.locator(".seats .score").allTextContents()).map(Number);

test("the assistant counts the twelve turns of the classic examples", async () => {
  const page = await openPage(chrome.browser, `${files.url}/scoring`);
  await page.getByLabel("Name of player 1").fill("Ann");
  await page.getByLabel("Name of player 2").fill("Ben");
  await page.getByRole("button", { name: "Start scoring" }).click();
  const examples = readFileSync(new URL("../examples/examples.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ id }) => id.startsWith("base-turn-"));
  const sums = [0, 0];
  // The first line of the sheet starts left of the first cell that the app offers.
  const shift = 3;
  for (const [i, { place, points }] of examples.entries()) {
    const tiles = place.map((one) => {
      const [tile, cell] = one.split("@");
      const [x, y] = cell.split(",").map(Number);
      return { tile, cell: `${x + shift},${y}` };
    });
    // In the order in which each tile touches one before it.
    if (i === 10) tiles.sort((a, b) => (a.tile === "Rx" ? -1 : b.tile === "Rx" ? 1 : 0));
    for (const { tile, cell } of tiles) await choose(page, tile, cell);
    sums[i % 2] += points;
    await page.getByRole("button", { name: `Score +${points}`, exact: true }).click();
    await page.locator(".cell.laid").first().waitFor({ state: "detached" });
  }
  assert.deepEqual(await scoresOf(page), sums);
  await page.reload();
  await page.locator(".seats .score").first().waitFor();
  assert.deepEqual(await scoresOf(page), sums);
  await page.getByRole("button", { name: "Undo the last turn" }).click();
  await page.getByText("What does Ben place?").waitFor();
  assert.deepEqual(await scoresOf(page), [sums[0], sums[1] - 9]);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the assistant knows numbers, layouts and what is not allowed", async () => {
  const page = await openPage(chrome.browser, `${files.url}/scoring`);
  await page.getByRole("radio", { name: "Connect", exact: true }).check();
  await page.getByRole("button", { name: "Start scoring" }).click();
  await page.getByText("24 cells left").waitFor();
  await choose(page, "Gs", "6,1");
  await choose(page, "Rc", "5,2");
  await page.getByText("22 cells left").waitFor();
  await page.getByRole("button", { name: "Layout complete" }).click();
  await choose(page, "Gc", "5,1");
  await page.getByText("Numbered cell").waitFor();
  await page.getByRole("button", { name: "Score +5", exact: true }).click();
  await page.locator(`.palette [data-tile="Bx"]`).click();
  assert.equal(await page.locator('[data-cell="4,1"] .hint-dot').count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the assistant also takes points, for any player, and asks before it starts over", async () => {
  const page = await openPage(chrome.browser, `${files.url}/scoring`, {
    viewport: { width: 360, height: 640 },
  });
  await page.getByRole("radio", { name: "3 players" }).check();
  for (const [i, name] of ["Ann", "Ben", "Cleo"].entries())
    await page.getByLabel(`Name of player ${i + 1}`).fill(name);
  await page.getByRole("button", { name: "Start scoring" }).click();
  await page.getByRole("button", { name: "Points", exact: true }).click();
  const digit = (one) => page.getByRole("button", { name: one, exact: true }).click();
  const count = (points) =>
    page.getByRole("button", { name: `Score +${points}`, exact: true }).click();
  await page.getByText("How many points does Ann score?").waitFor();
  for (const one of "124") await digit(one);
  await page.getByRole("button", { name: "Delete the last digit" }).click();
  await count(12);
  // Cleo was quicker than Ben; then it goes on with the player after her.
  await page.getByRole("button", { name: /^Cleo/ }).click();
  await page.getByText("How many points does Cleo score?").waitFor();
  await page.keyboard.press("7");
  await page.getByRole("checkbox").check();
  await count(13);
  await page.getByText("How many points does Ann score?").waitFor();
  assert.deepEqual(await scoresOf(page), [12, 0, 13]);
  await page.getByRole("button", { name: "Skip turn" }).click();
  await page.getByText("How many points does Ben score?").waitFor();
  await page.reload();
  await page.getByText("How many points does Ben score?").waitFor();
  assert.deepEqual(await scoresOf(page), [12, 0, 13]);
  for (const left of [
    [12, 0, 13],
    [12, 0, 0],
  ]) {
    await page.getByRole("button", { name: "Undo the last turn" }).click();
    const sums = await eventually(
      () => scoresOf(page),
      (now) => now.join() === left.join(),
    );
    assert.deepEqual(sums, left);
  }
  await page.getByText("How many points does Cleo score?").waitFor();

  const again = page.getByRole("button", { name: "Start over" });
  await again.click();
  const dialog = page.getByRole("dialog", { name: "Start over?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.deepEqual(await scoresOf(page), [12, 0, 0]);
  await again.click();
  await dialog.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "Start scoring" }).waitFor();
  assert.equal(await stored(page, "counting"), null);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a session that an earlier version of the assistant stored goes on", async () => {
  const page = await openPage(chrome.browser, files.url);
  await page.evaluate(() =>
    localStorage.setItem(
      "sixfold.counting",
      JSON.stringify({
        edition: "base",
        names: ["Ann", "Ben"],
        presets: [],
        laidOut: true,
        turns: [
          { seat: 0, place: ["Rc@0,0"], score: { points: 1, lines: [], items: [] } },
          { seat: 1, place: [], score: null },
        ],
      }),
    ),
  );
  await page.goto(`${files.url}/scoring`);
  await page.getByText("What does Ann place?").waitFor();
  assert.deepEqual(await scoresOf(page), [1, 0]);
  await choose(page, "Rs", "1,0");
  await page.getByRole("button", { name: "Score +2", exact: true }).click();
  await page.getByText("What does Ben place?").waitFor();
  assert.deepEqual(await scoresOf(page), [3, 0]);
  await page.context().close();
});
