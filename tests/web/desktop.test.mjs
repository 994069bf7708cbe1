// Desktops: text at twice its size, the replay's hands and title, the size of puzzles, and marks that
// do not depend on colour alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { closeAll, openPage } from "./browser.mjs";
import { openPuzzle } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { giveNext, keptGame, momentWith, openAt, recordOf } from "./states.mjs";

const { server: files, chrome } = stage();

const open = (path = "", options = {}) =>
  openPage(chrome.browser, files.url + path, { settings: { brisk: true }, ...options });
const middle = momentWith("base", (view) => view.history.length > 6 && view.acts.includes("place"));
const four = momentWith(
  "base",
  (view) => {
    const since = view.history.slice(view.history.findLastIndex(({ seat }) => seat === 0) + 1);
    return since.length === 3 && since.every(({ place }) => place);
  },
  [{ name: "You" }, ...["Ann", "Ben", "Cid"].map((name) => ({ name, bot: "greedy" }))],
);

test("with text twice as large, a desktop shows whose turn it is, the board and every button", async () => {
  const page = await open();
  await openAt(page, files.url, middle);
  await page.locator(".rack > .tile").first().waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const status = page.locator(".status");
  assert.equal(await status.textContent(), "Your turn");
  assert.ok(await status.evaluate((one) => one.scrollWidth <= one.clientWidth));
  await page.waitForFunction(() => {
    const board = document.querySelector("[role=grid]").getBoundingClientRect();
    return (
      board.width > 700 &&
      board.height > 260 &&
      [...document.querySelectorAll(".zoom > button")].every((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= board.top && bottom <= board.bottom;
      })
    );
  });
  const rows = await page
    .locator(".rack > .tile")
    .evaluateAll((all) => new Set(all.map((one) => one.offsetTop)).size);
  assert.equal(rows, 1);
  await closeAll(page);
});

test("with text twice as large, nothing in the top bar covers something else", async () => {
  const page = await open();
  await giveNext(page, keptGame(middle));
  await page.reload();
  await page.locator(".running").waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const covered = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".bar .row > :is(a, button), .bar nav > a")]
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const parts = [...one.children]
          .filter((part) => !part.matches(".sr-only") && part.checkVisibility())
          .map((part) => part.getBoundingClientRect());
        const box = {
          left: Math.min(...parts.map(({ left }) => left)),
          right: Math.max(...parts.map(({ right }) => right)),
          top: Math.min(...parts.map(({ top }) => top)),
          bottom: Math.max(...parts.map(({ bottom }) => bottom)),
        };
        return { name: one.textContent.trim(), box };
      });
    return all.flatMap(({ name, box }, i) =>
      all
        .slice(i + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${name} / ${other.name}`),
    );
  });
  assert.deepEqual(covered, []);
  assert.equal(await page.getByRole("link", { name: "Sixfold, Home", exact: true }).count(), 1);
  await closeAll(page);
});

test("a replay names its players and their points, and the hands stay while moves scroll", async () => {
  const page = await open("/replay");
  await page.getByTestId("record-file").setInputFiles({
    name: "game.json",
    mimeType: "application/json",
    buffer: Buffer.from(recordOf("base")),
  });
  const hand = page.locator(".hand").last();
  await hand.waitFor();
  const { scores } = JSON.parse(recordOf("base"));
  await page.locator(".result").getByText(String(scores[1])).waitFor();
  assert.match(await page.locator(".result").innerText(), /\d\s·\s\w/);
  assert.match(await page.title(), /^Replay: .+ – .+ – Sixfold$/);
  const before = await hand.boundingBox();
  await page.getByRole("button", { name: "One turn forward" }).click();
  await page.locator(".moves [aria-current]").waitFor();
  await page.locator(".moves").evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await page.locator(".moves li").last().waitFor();
  const { y } = await hand.boundingBox();
  assert.equal(y, before.y);
  assert.ok(await page.locator(".moves").evaluate((one) => one.scrollTop > 0));
  await closeAll(page);
});

test("a puzzle uses the width of a desktop", async () => {
  const page = await open();
  await page.evaluate(
    (id) =>
      localStorage.setItem(
        "sixfold.puzzles",
        JSON.stringify({ rating: 1010, tried: {}, course: [1000], open: [id] }),
      ),
    openPuzzle.id,
  );
  await page.goto(`${files.url}/puzzles/base`);
  const board = await page.getByRole("grid").boundingBox();
  assert.ok(board.width > 880, `${board.width} px`);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  assert.equal(overflow, 0);
  // Beside the board is what is still unseen, as at the table.
  const unseen = await page.getByRole("region", { name: "Still unseen" }).boundingBox();
  assert.ok(unseen.x >= board.x + board.width && unseen.y + unseen.height <= 800);
  assert.ok(unseen.y + unseen.height > 760, "at the lower edge");
  assert.equal(await page.getByRole("button", { name: "Still unseen" }).count(), 0);
  await closeAll(page);
});

test("a lesson has its words beside the board", async () => {
  const page = await open("/learn/connect");
  await page.locator(".rack > .tile").first().waitFor();
  const board = await page.getByRole("grid").boundingBox();
  const text = await page.locator(".words p").first().boundingBox();
  assert.ok(text.x >= board.x + board.width && board.height > 450, JSON.stringify(board));
  await closeAll(page);
});

test("on the page of a position, the board fills a desktop and the buttons are below the hand", async () => {
  const { view } = middle;
  const text = JSON.stringify({ theme: "classic", view: { ...view, history: [] } });
  const page = await open(`/p#${deflateRawSync(text).toString("base64url")}`);
  const rack = page.locator(".rack");
  await rack.locator(".tile").first().waitFor();
  const board = await page.getByRole("grid").boundingBox();
  const hand = await rack.boundingBox();
  const judge = await page.getByRole("button", { name: "Judge it" }).boundingBox();
  assert.ok(board.height > 430, `${board.height} px`);
  assert.ok(judge.y > hand.y + hand.height && judge.y + judge.height <= 800);
  await closeAll(page);
});

test("what begins a game is in sight", async () => {
  for (const path of ["/setup", "/setup/pass", "/setup/online"]) {
    const page = await open(path);
    const box = await page.locator("form .go").boundingBox();
    assert.ok(box.y + box.height <= 800, `${path}: ${JSON.stringify(box)}`);
    // Nobody answers about online games here.
    await page.context().close();
  }
});

test("what begins a game is in sight beside a board of one's own", async () => {
  const page = await open("/setup?game=connect");
  await page.getByText("Your own", { exact: true }).click();
  await page.locator(".tool").first().waitFor();
  const box = await page.locator("form .go").boundingBox();
  assert.ok(box.y + box.height <= 800, JSON.stringify(box));
  await closeAll(page);
});

test("what each player did is marked by a pattern of its own as well as by a colour", async () => {
  const page = await open();
  await openAt(page, files.url, four);
  await page.locator(".cell.last").first().waitFor();
  const patterns = await page
    .locator(".cell.last")
    .evaluateAll((all) =>
      all.map((one) => [
        /new, by (\w+)/.exec(one.ariaLabel)[1],
        getComputedStyle(one.querySelector(".ring")).strokeDasharray,
      ]),
    );
  const byName = new Map(patterns);
  assert.equal(byName.size, 3);
  assert.equal(new Set(byName.values()).size, 3);
  for (const [name, pattern] of patterns) assert.equal(pattern, byName.get(name));
  const boxes = await page
    .locator(".seat .mark")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopStyle));
  assert.equal(new Set(boxes).size, 4);
  await closeAll(page);
});

test("letters that stand for colours are readable, whatever the palette", async () => {
  for (const palette of ["classic", "clear"]) {
    const page = await open("", { settings: { brisk: true, mark: "letter", palette } });
    await page.locator(".tile text").first().waitFor();
    const ratios = await page.evaluate(() => {
      const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const light = (colour) => {
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)]
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
          .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      };
      return [...document.querySelectorAll(".tile text")].map((one) => {
        const ground = light(getComputedStyle(one.parentNode.querySelector(".seat")).fill);
        return (light(getComputedStyle(one).fill) + 0.05) / (ground + 0.05);
      });
    });
    assert.ok(Math.min(...ratios) >= 7, `${palette}: ${Math.min(...ratios)}`);
    await closeAll(page);
  }
});

test("what was said at a table is gone on other pages", async () => {
  const page = await open();
  await openAt(page, files.url, middle);
  await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.locator(".doors").waitFor();
  assert.equal(await page.getByTestId("live").innerText(), "");
  await closeAll(page);
});
