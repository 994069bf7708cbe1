// The visitor's finished games on the server: page by page, searched, saved, and after coming back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { axeSource, eventually, serveGames } from "./browser.mjs";
import { annAndBen, closeAll, goTo, openAs, phone, resign } from "./people.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() =>
  serveGames("--bot-pace", "0", "--seed-wait", "0", "--log", "off"),
);

const day = 86_400_000;
const count = 75;
const newest = Date.UTC(2026, 10, 18, 12);
/** Games as the server tells them, the newest first: every third was won, against Ben or Cleo. */
const games = Array.from({ length: count }, (_, i) => ({
  game: String(i).padStart(32, "0"),
  code: "",
  status: "ended",
  seq: 9,
  variant: i % 5 === 0 ? "cubes" : "base",
  theme: "classic",
  rated: false,
  ended_ms: newest - i * day,
  turns: 20 + (i % 30),
  you: 0,
  seats: [
    { name: "Ann", points: 90, place: i % 3 === 0 ? 1 : 2, bot: false, biggest_move: i % 20 },
    { name: i % 2 === 0 ? "Ben" : "Cleo", points: 91, place: i % 3 === 0 ? 2 : 1, bot: false },
  ],
}));

/** What the server would answer. `asked`: what it was asked for, in order. */
async function withArchive(page, asked) {
  await page.route("**/api/me/games?*", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(Object.fromEntries(query));
    const fits = (one, i) =>
      i >= Number(query.get("before") ?? 0) &&
      one.variant === (query.get("variant") ?? one.variant) &&
      one.seats[1].name.toLowerCase().includes((query.get("opponent") ?? "").toLowerCase()) &&
      one.turns >= Number(query.get("fewest_turns") ?? 0) &&
      one.seats[0].biggest_move >= Number(query.get("biggest_move") ?? 0) &&
      one.ended_ms >= Number(query.get("since_ms") ?? 0) &&
      (query.get("result") ?? "") !== (one.seats[0].place === 1 ? "lost" : "won");
    const found = games.filter(fits);
    const shown = found.slice(0, Number(query.get("limit")));
    const next = found[shown.length];
    await route.fulfill({
      json: { games: shown, ...(next ? { next: String(games.indexOf(next)) } : {}) },
    });
  });
}
/** The page of somebody who has played online before, on which `asked` is what the server is asked. */
async function open(size, asked = []) {
  const page = await openAs(chrome, server, "Ann", "/more", { bypassCSP: true, ...size });
  await page.evaluate(() => localStorage.setItem("sixfold.online", "false"));
  await withArchive(page, asked);
  return page;
}
const finished = (page) =>
  page.locator("section.panel", { has: page.getByRole("heading", { name: "Finished" }) });
const rows = (page) => finished(page).locator("ul > li");
const news = (page) => finished(page).getByRole("status");

async function becomes(read, wanted) {
  assert.equal(await eventually(read, (found) => found === wanted), wanted);
}

for (const [where, size] of [
  ["a phone", phone],
  ["a desktop", { viewport: { width: 1280, height: 800 } }],
])
  test(`on ${where}, all games come page by page and can be searched`, async () => {
    const asked = [];
    const page = await open(size, asked);
    await goTo(page, "/games");
    for (const shown of [30, 60, 75]) {
      await becomes(() => rows(page).count(), shown);
      if (shown < count) await finished(page).getByRole("button", { name: "Show more" }).click();
    }
    assert.equal(await finished(page).getByRole("button", { name: "Show more" }).count(), 0);
    const links = await rows(page)
      .locator("a.to")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.deepEqual(
      links,
      games.map(({ game }) => `/g/${game}`),
    );

    // With the keyboard alone.
    await finished(page).locator("summary", { hasText: "Search" }).focus();
    await page.keyboard.press("Enter");
    const search = page.getByRole("search");
    await search.getByLabel("Opponent").focus();
    await page.keyboard.type("cleo");
    await becomes(() => news(page).textContent(), "30 games fit so far.");
    await finished(page).getByRole("button", { name: "Show more" }).click();
    await becomes(() => news(page).textContent(), "37 games fit.");
    assert.equal(new URL(page.url()).search, "?opponent=cleo");
    assert.equal(await search.getByLabel("Opponent").inputValue(), "cleo");
    await search.locator("select[name=game]").selectOption("Cubes");
    await search.getByLabel("Result").selectOption("won");
    await search.getByLabel("Turns, at least").fill("25");
    const fits = ({ variant, turns }, i) =>
      i % 2 === 1 && variant === "cubes" && i % 3 === 0 && turns >= 25;
    const wanted = games.filter(fits).length;
    assert.ok(wanted > 0);
    await becomes(
      () => news(page).textContent(),
      `${wanted} ${wanted === 1 ? "game fits" : "games fit"}.`,
    );
    assert.equal(await rows(page).count(), wanted);
    await page.addScriptTag({ path: axeSource });
    const { violations } = await page.evaluate(() => window.axe.run(document));
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      [],
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);

    // The address has the search; whoever comes back finds it.
    const address = page.url();
    await page.reload();
    await becomes(() => rows(page).count(), wanted);
    assert.equal(page.url(), address);
    assert.equal(await search.getByLabel("Opponent").inputValue(), "cleo");
    await search.getByLabel("Opponent").fill("nobody");
    await becomes(() => news(page).textContent(), "No finished game fits.");
    await search.getByRole("button", { name: "Clear the search" }).click();
    await becomes(() => rows(page).count(), 30);
    assert.equal(new URL(page.url()).search, "");
    assert.equal(await search.getByLabel("Opponent").inputValue(), "");
    // Each page was asked for once.
    const pages = asked.filter((query) => Object.keys(query).length === ("before" in query ? 3 : 2));
    assert.deepEqual(
      pages.slice(0, 3).map(({ before }) => before),
      [undefined, "30", "60"],
    );
    await closeAll(page);
  });

test("the way back from a replay leads to the same list", async () => {
  const page = await open({});
  await page.route("**/api/games/*/record", (route) =>
    route.fulfill({
      body: readFileSync(new URL("../golden/base.jsonl", import.meta.url), "utf8").split("\n")[0],
    }),
  );
  await goTo(page, "/games");
  await becomes(() => rows(page).count(), 30);
  await finished(page).getByRole("button", { name: "Show more" }).click();
  await becomes(() => rows(page).count(), 60);
  await rows(page).nth(50).getByRole("button", { name: "Replay" }).click();
  await page.getByRole("slider").waitFor();
  await page.goBack();
  await becomes(() => rows(page).count(), 60);
  await becomes(
    () =>
      rows(page)
        .nth(50)
        .evaluate((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }),
    true,
  );
  await closeAll(page);
});

test("a server that cannot be asked is told of, and asked again", async () => {
  const page = await open({});
  let answers = false;
  await page.route("**/api/me/games?*", (route) =>
    answers ? route.fallback() : route.fulfill({ status: 429, json: { error: { code: "too_fast" } } }),
  );
  await goTo(page, "/games");
  await becomes(
    () => news(page).textContent(),
    "Your online games cannot be shown now. Not so fast, please.",
  );
  answers = true;
  await finished(page).getByRole("button", { name: "Try again" }).click();
  await becomes(() => rows(page).count(), 30);
  // The browser reports the refusal, too.
  page.faults = page.faults.filter((fault) => !fault.includes("429"));
  await closeAll(page);
});

test("real games are found by what they were, and saved together", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { anns: phone });
  await resign(ben);
  await ann.getByText("You win!").first().waitFor();
  for (const [page, result, other, name] of [
    [ann, "won", "lost", "ben"],
    [ben, "lost", "won", "ann"],
  ]) {
    await page.goto(`${server.url}/games?result=${result}&game=base&opponent=${name}`);
    await becomes(() => news(page).textContent(), "1 game fits.");
    await rows(page).getByText(/\d+ turns? · /).or(rows(page).getByText(/\d+ turns?$/)).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      finished(page).getByRole("button", { name: "Save these online games" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "sixfold-games.jsonl");
    const lines = readFileSync(await download.path(), "utf8").trim().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).variant),
      ["base"],
    );
    await page.getByRole("search").getByLabel("Result").selectOption(other);
    await becomes(() => news(page).textContent(), "No finished game fits.");
    // Replay and review have the address that others can open.
    await page.getByRole("search").getByLabel("Result").selectOption(result);
    const { pathname } = new URL(await rows(page).getByRole("link").evaluate((one) => one.href));
    for (const [act, address] of [
      ["Replay", pathname],
      ["Review", pathname.replace("/g/", "/review/")],
    ]) {
      await rows(page).getByRole("button", { name: act }).click();
      await page.waitForURL((url) => url.pathname === address);
      await page.goBack();
    }
  }
  await closeAll(ann, ben);
});
