// What a table keeps, hides and says.
import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually, openPage } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";
import {
  actIn,
  ask,
  cellsAround,
  momentWith,
  moments,
  newGame,
  openAt,
  planFor,
  youAndBot,
} from "./states.mjs";

const { server: files, chrome } = stage();

const fitOf = (view) => {
  const { fits } = ask("preview", { view, place: [] });
  const [tile, cells] = Object.entries(fits).find(([, found]) => found.length > 0) ?? [];
  return tile && { tile, cell: cells[0] };
};

test("reloading in mid-turn loses nothing", async () => {
  const moment = momentWith("base", (view) => view.history.length > 5 && fitOf(view));
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, moment);
  const { tile, cell } = moment.what;
  await page.locator(`.rack > [data-tile="${tile}"]`).first().click();
  await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  const rack = () =>
    page.locator(".rack > button").evaluateAll((all) => all.map((one) => one.dataset.tile));
  const unsorted = (await rack()).join();
  await page.getByRole("button", { name: "Sort" }).click();
  const order = await eventually(rack, (tiles) => tiles.join() !== unsorted);
  assert.notEqual(order.join(), unsorted);
  const play = await page.getByRole("button", { name: /^Play/ }).textContent();
  await page.reload();
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  await page.locator(".pill").first().waitFor();
  assert.deepEqual(await rack(), order);
  assert.equal(await page.getByRole("button", { name: /^Play/ }).textContent(), play);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a rolled cube is the same after reloading", async () => {
  const moment = momentWith(
    "cubes",
    (view) => view.acts.includes("roll") && view.acts.includes("place"),
  );
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, moment);
  const hand = () =>
    page.locator(".rack > button").evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
  await page.locator(".rack > button").first().waitFor();
  const dealt = (await hand()).join();
  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByRole("button", { name: "Roll all" }).click();
  const rolled = await eventually(hand, (cubes) => cubes.join() !== dealt);
  assert.notEqual(rolled.join(), dealt);
  await page.getByRole("button", { name: "Roll", exact: true }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("grid").waitFor();
  await page.locator(".rack > button").first().waitFor();
  assert.deepEqual(await hand(), rolled);
  assert.equal(await page.getByRole("button", { name: "Roll", exact: true }).count(), 0);
  await page.context().close();
});

test("around one screen hands are covered between turns", async () => {
  const people = [{ name: "Ann" }, { name: "Ben" }];
  const plan = planFor("base", people, 4);
  const { game, shown } = newGame(plan);
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, { game, plan });
  const opener = people[shown.covered].name;
  await page.getByRole("heading", { name: `Pass the device to ${opener}` }).waitFor();
  assert.equal(await page.locator(".rack > button").count(), 0);
  await page.getByRole("button", { name: `I am ${opener}` }).click();
  await page.locator(".rack > button").first().waitFor();
  assert.equal(await page.locator(".rack > button").count(), 6);
  const long = process.env.SIXFOLD_LONG === "1";
  const done = await playToTheEnd(page, long ? undefined : 6);
  assert.ok(done.turns > 5);
  if (long) await page.getByRole("dialog", { name: "Result" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

// A moment and a move for every reason for which a typed move can be refused.
const texts = {
  occupied: "There is already a tile here.",
  off_board: "This is off the board.",
  not_in_hand: "You do not have this tile.",
  same_cell: "The tile you took may not return to its cell this turn.",
  not_one_line: "All tiles placed in a turn must be in one unbroken line.",
  no_start_field: "The first line must cover a start cell.",
  no_contact: "At least one tile must touch a tile that is already there.",
  too_long: "A line cannot be longer than six.",
  duplicate: "The same tile would be in this line twice.",
  mixed: "Everything in a line must share a colour or a shape.",
  not_largest_set: "your first line must be the longest your hand can make.",
  no_disc: "You have no disc.",
  not_at_start: "You can take a tile only at the start of your turn.",
  pickup_in_qwirkle: "A tile in a Sixfold stays where it is.",
  no_tile: "There is no tile there.",
  bag_too_small: "The bag does not hold that many tiles.",
  act_not_open: "You cannot do that now.",
};
const placing = (edition, reason) =>
  momentWith(edition, (view) => {
    if (view.history.length < 8) return null;
    for (const tile of view.hand)
      for (const cell of cellsAround(view)) {
        const place = [`${tile}@${cell}`];
        if (ask("preview", { view, place }).reason === reason) return place[0];
      }
  });
const refused = (edition, reason, acts) =>
  momentWith(
    edition,
    (view, game) =>
      acts(view).find(([, act]) => {
        const { error } = actIn(game, act);
        return error?.reason === reason;
      })?.[0],
  );
const midgame = (view) => view.history.length > 4;
const makers = {
  occupied: () =>
    momentWith("base", (v) => midgame(v) && `${v.hand[0]}@${v.tiles[0].split("@")[1]}`),
  off_board: () => momentWith("select", (v) => midgame(v) && `${v.hand[0]}@40,3`),
  not_in_hand: () =>
    momentWith("base", (v) => {
      const other = ["Rc", "Os", "Yd", "Gl"].find((tile) => !v.hand.includes(tile));
      return midgame(v) && other && `${other}@${cellsAround(v)[0]}`;
    }),
  same_cell: () =>
    momentWith("select", (v, game) => {
      if (!v.acts.includes("take")) return null;
      const [cell] = ask("preview", { view: v, place: [] }).takes;
      const placed = v.tiles.find((one) => one.endsWith(`@${cell}`));
      return actIn(game, { take: placed }).error
        ? null
        : [`take ${placed}`, placed];
    }),
  not_one_line: () =>
    momentWith("base", (v) => midgame(v) && `${v.hand[0]}@${cellsAround(v)[0]} ${v.hand[1]}@90,90`),
  no_start_field: () => momentWith("select", (v) => v.tiles.length === 0 && `${v.hand[0]}@1,0`),
  no_contact: () => momentWith("base", (v) => midgame(v) && `${v.hand[0]}@60,60`),
  too_long: () => placing("base", "too_long"),
  duplicate: () => placing("base", "duplicate"),
  mixed: () => placing("base", "mixed"),
  not_largest_set: () =>
    momentWith("base", (v) => {
      if (v.opened) return null;
      const tile = v.hand.find(
        (one) => ask("preview", { view: v, place: [`${one}@0,0`] }).reason === "not_largest_set",
      );
      return tile && `${tile}@0,0`;
    }),
  no_disc: () =>
    refused("select", "no_disc", (v) => v.tiles.slice(0, 3).map((p) => [`take ${p}`, { take: p }])),
  not_at_start: () =>
    momentWith("select", (v) => {
      if (!v.acts.includes("take") || v.seats[0].discs < 2) return null;
      const { takes } = ask("preview", { view: v, place: [] });
      const [first, second] = takes.map((cell) => v.tiles.find((one) => one.endsWith(`@${cell}`)));
      return [`take ${first}`, `take ${second}`];
    }),
  pickup_in_qwirkle: () =>
    refused("select", "pickup_in_qwirkle", (v) => v.tiles.map((p) => [`take ${p}`, { take: p }])),
  no_tile: () =>
    refused("select", "no_tile", (v) =>
      cellsAround(v).map((c) => [`take Rc@${c}`, { take: `Rc@${c}` }]),
    ),
  bag_too_small: () =>
    refused("base", "bag_too_small", (v) => [[`trade ${v.hand.join(" ")}`, { trade: v.hand }]]),
  act_not_open: () => momentWith("base", (v) => midgame(v) && "pass"),
};

test("every reason why a move is illegal is shown in words", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  for (const [reason, text] of Object.entries(texts)) {
    const moment = makers[reason]();
    await openAt(page, files.url, moment);
    await page.locator(".rack > button").first().waitFor();
    await page.keyboard.press("/");
    const field = page.getByLabel("Move, for example Rc@0,0 Rs@1,0");
    for (const move of [moment.what].flat()) {
      await field.fill(move);
      await field.press("Enter");
      await page.waitForFunction(
        () =>
          document.querySelector(".typed input").value === "" ||
          document.querySelector(".typed .bad"),
      );
    }
    await page
      .locator(".problem, .advice, .typed p")
      .filter({ hasText: text })
      .first()
      .waitFor()
      .catch(() => {
        throw new Error(`${reason} is not shown for ${moment.what}`);
      });
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what others hold is nowhere in the page", async () => {
  const [moment] = moments(planFor("base", youAndBot, 3));
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  await openAt(page, files.url, { ...moment, plan: planFor("base", youAndBot, 3) });
  await page.locator(".rack > button").first().waitFor();
  assert.equal(await page.locator(".seat .cube, .seat [data-tile]").count(), 0);
  await page.context().close();
});

test("without a network everything but online works", async () => {
  const page = await openPage(chrome.browser, files.url, {
    settings: { brisk: true },
    serviceWorkers: "allow",
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const cache = names[0] && (await caches.open(names[0]));
    return cache && (await cache.keys()).some((request) => request.url.endsWith(".wasm"));
  });
  await page.context().setOffline(true);
  await page.goto(`${files.url}/setup`);
  await page.getByRole("radio", { name: "Connect", exact: true }).check();
  await page.getByRole("button", { name: "Deal" }).click();
  await page.locator(".rack > button").first().waitFor();
  await page.reload();
  await page.locator(".rack > button").first().waitFor();
  await page.context().close();
});

test("a record can be downloaded, opened and replayed", async () => {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true } });
  let last;
  const plan = planFor("select-connect", youAndBot, 2);
  for (const moment of moments(plan)) last = moment;
  await openAt(page, files.url, { ...last, plan });
  await playToTheEnd(page);
  const result = page.getByRole("dialog", { name: "Result" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: "Save this game" }).click(),
  ]);
  const path = await download.path();
  await page.goto(`${files.url}/more`);
  await page.getByTestId("record-file").setInputFiles(path);
  await page.getByRole("heading", { name: "Replay" }).waitFor();
  const slider = page.getByRole("slider");
  await slider.focus();
  await slider.press("End");
  await page.getByText(/^After turn (\d+) of \1$/).waitFor();
  await page.locator("[role=gridcell]").nth(30).waitFor({ state: "attached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("an open tab that meets a newer build reloads and loses nothing", async () => {
  const moment = momentWith("base", (view) => view.history.length > 5 && fitOf(view));
  const page = await openPage(chrome.browser, files.url, {
    settings: { brisk: true },
    serviceWorkers: "allow",
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openAt(page, files.url, moment);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const { tile, cell } = moment.what;
  await page.locator(`.rack > [data-tile="${tile}"]`).first().click();
  await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  await page.evaluate(() => (window.before = true));
  files.renew();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForFunction(() => window.before === undefined);
  await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  await page.context().close();
});
