// The camera of the scoring assistant, with pictures that are drawn here.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { filmOf, pictureOf, pngOf } from "../wasm/tables.mjs";
import { axeSource, closeAll, eventually, launch, openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { recordOf } from "./states.mjs";

const { server: files, chrome } = stage();

async function begin(game = "Classic", { browser = chrome.browser, ...options } = {}) {
  const page = await openPage(browser, `${files.url}/scoring`, options);
  page.loaded = [];
  page.on("request", (request) => page.loaded.push(request.url()));
  await page.getByLabel("Name of player 1").fill("Ann");
  await page.getByLabel("Name of player 2").fill("Ben");
  await page.getByRole("radio", { name: game, exact: true }).check();
  await page.getByRole("button", { name: "Start scoring" }).click();
  return page;
}
const open = (page) => page.getByRole("button", { name: "Read the table with the camera" }).click();
const dialog = (page) => page.getByRole("dialog", { name: "Camera" });
const photograph = (page, picture) =>
  dialog(page)
    .locator("input[type=file]")
    .setInputFiles({
      name: "table.png",
      mimeType: "image/png",
      buffer: Buffer.isBuffer(picture) ? picture : pngOf(picture),
    });
const count = (page, points) =>
  dialog(page)
    .getByRole("button", { name: `Score +${points}`, exact: true })
    .click();
const colours = { R: "red", O: "orange", Y: "yellow", G: "green", B: "blue", P: "purple" };
const shapes = { c: "circle", s: "square", d: "diamond", l: "clover", x: "cross", t: "star" };
/** Answers what the picture leaves in doubt, as somebody does who sees the table. */
async function confirm(page, table) {
  const ask = dialog(page).getByRole("group", { name: /^Which tile is in column/ });
  await dialog(page).getByRole("button", { name: "Take another photo" }).waitFor();
  while ((await ask.count()) > 0) {
    const question = await ask.getAttribute("aria-label");
    const [, column, row] = /column (\S+), row (\S+?)\?/.exec(question.replaceAll("−", "-"));
    const [colour, shape] = table.find((tile) => tile.endsWith(`@${column},${row}`));
    await ask.getByRole("button", { name: `${colours[colour]} ${shapes[shape]}` }).click();
    await eventually(
      async () => ((await ask.count()) === 0 ? "" : ask.getAttribute("aria-label")),
      (now) => now !== question,
    );
  }
}
const scoresOf = async (page) =>
  (await page.locator("main .seats:not(dialog .seats) .score").allTextContents()).map(Number);
const scored = (page, sums) =>
  eventually(
    () => scoresOf(page),
    (now) => now.join() === sums.join(),
  ).then((now) => assert.deepEqual(now, sums));

/** The first turns of a game, all of them placements. */
function placements(edition, turns) {
  for (let seed = 1; ; ++seed) {
    const record = JSON.parse(recordOf(edition, turns, seed));
    if (record.turns.every(({ place }) => place)) return record;
  }
}

test("eight moves, photographed from every side, make the right sheet", async () => {
  const page = await begin();
  const { turns } = placements("base", 8);
  const wasm = () => page.loaded.filter((url) => /photo.*\.wasm$/.test(url)).length;
  assert.equal(wasm(), 0);
  await open(page);
  // There is no camera here.
  await dialog(page).getByText("Choose a photo instead.").waitFor();
  const table = [];
  const sums = [0, 0];
  for (const [i, { place, points }] of turns.entries()) {
    table.push(...place);
    await photograph(page, pictureOf(table, { turn: [0, 4, 90, -6, 183, 270][i % 6] }));
    const tiles = table.length === 1 ? "1 tile read" : `${table.length} tiles read`;
    await dialog(page).locator(".tip", { hasText: tiles }).waitFor();
    await confirm(page, table);
    await dialog(page)
      .locator("polygon.new")
      .nth(place.length - 1)
      .waitFor();
    assert.equal(await dialog(page).locator("polygon.new").count(), place.length);
    await count(page, points);
    sums[i % 2] += points;
    await scored(page, sums);
  }
  assert.equal(wasm(), 1);
  await page.keyboard.press("Escape");
  // Undo, skipping and the next photo go on from there.
  await page.getByRole("button", { name: "Undo the last turn" }).click();
  sums[1] -= turns[7].points;
  await scored(page, sums);
  await page.getByRole("button", { name: "Skip turn" }).click();
  await page.getByText("What does Ann place?").waitFor();
  await open(page);
  await photograph(page, pictureOf(table));
  await confirm(page, table);
  await count(page, turns[7].points);
  sums[0] += turns[7].points;
  await scored(page, sums);
  await closeAll(page);
});

test("an illegal move says why, and is corrected by hand", async () => {
  const page = await begin();
  await open(page);
  await photograph(page, pictureOf(["Rc@0,0", "Rs@1,0"]));
  await count(page, 2);
  await photograph(page, pictureOf(["Rc@0,0", "Rs@1,0", "Gd@2,0"]));
  await dialog(page)
    .getByText("This move is not legal: Everything in a line must share a colour or a shape.")
    .waitFor();
  assert.ok(await dialog(page).locator(".acts .go").isDisabled());
  await dialog(page).getByRole("button", { name: "Correct by hand" }).click();
  await dialog(page).waitFor({ state: "hidden" });
  await page.locator(".cell.wrong").click();
  await page.locator(".cell.wrong").waitFor({ state: "detached" });
  await page.locator('.palette [data-tile="Rd"]').click();
  await page.locator('[data-cell="2,0"] .hint-dot').click();
  await page.getByRole("button", { name: "Score +3", exact: true }).click();
  await scored(page, [2, 3]);
  await closeAll(page);
});

test("what is doubtful is confirmed with a tap before it counts", async () => {
  const page = await begin();
  await open(page);
  await photograph(page, pictureOf(["Bc@0,0", "Gc@1,0", "Yc@2,0"]));
  await count(page, 3);
  // Between orange and red: either is legal.
  const paint = { "3,0": [221, 66, 46] };
  await photograph(page, pictureOf(["Bc@0,0", "Gc@1,0", "Yc@2,0", "Oc@3,0"], { paint }));
  await dialog(page).getByText("1 to confirm").first().waitFor();
  const go = dialog(page).locator(".acts .go");
  await go.waitFor();
  assert.ok(await go.isDisabled());
  const ask = dialog(page).getByRole("group", { name: /^Which tile is in column/ });
  await ask.getByRole("button", { name: "red circle" }).click();
  await ask.waitFor({ state: "detached" });
  // It can be looked at again, on the picture as well.
  await dialog(page).locator("polygon.new").click();
  await ask.getByRole("button", { name: "Another tile" }).click();
  await dialog(page).locator('.palette [data-tile="Pc"]').click();
  await ask.waitFor({ state: "detached" });
  await dialog(page)
    .getByRole("button", { name: /^purple circle, column/ })
    .waitFor();
  await count(page, 4);
  await scored(page, [3, 4]);
  await closeAll(page);
});

test("a table in the middle of a game is taken over as it lies", async () => {
  const page = await begin();
  await open(page);
  const table = placements("base", 8).turns.flatMap(({ place }) => place);
  await photograph(page, pictureOf(table));
  await dialog(page).getByRole("button", { name: "Go on from this table" }).click();
  await photograph(page, pictureOf(table));
  await dialog(page).getByText("Nothing new on the table.").waitFor();
  await closeAll(page);
});

test("a Connect board is taken over, then its numbers count", async () => {
  const page = await begin("Connect");
  await page.getByText("24 cells left").waitFor();
  await open(page);
  const { board, turns } = JSON.parse(recordOf("connect", 3, 2));
  const lying = [...board.preset];
  const options = { side: 40 };
  await photograph(page, pictureOf(lying, options));
  await confirm(page, lying);
  await dialog(page).getByRole("button", { name: "Go on from this table" }).click();
  const sums = [0, 0];
  for (const [i, { place, points }] of turns.entries()) {
    assert.ok(place);
    lying.push(...place);
    await photograph(page, pictureOf(lying, options));
    await confirm(page, lying);
    await count(page, points);
    sums[i % 2] += points;
    await scored(page, sums);
  }
  await page.reload();
  await scored(page, sums);
  await closeAll(page);
});

test("pictures that show nothing are refused in words, and so are other tables", async () => {
  const page = await begin();
  await open(page);
  const told = async (picture, text) => {
    await photograph(page, picture);
    await dialog(page).getByRole("alert").filter({ hasText: text }).waitFor();
    await dialog(page).getByRole("button", { name: "Take another photo" }).click();
  };
  await told(pictureOf([]), "No tiles found.");
  await told(Buffer.from("no picture"), "This file is not a picture");
  await told(pictureOf([], { width: 8, height: 8 }), "too small");
  await photograph(page, pictureOf(["Rc@0,0", "Rs@1,0", "Rd@2,0"]));
  await count(page, 3);
  await told(pictureOf(["Gt@0,0", "Bt@0,1", "Yt@0,2"]), "does not look like the table");
  await closeAll(page);
});

test("only the tiles that the camera knows are offered to it", async () => {
  const page = await begin("Cubes");
  await page.getByText("What does Ann place?").waitFor();
  assert.equal(await page.getByRole("button", { name: /camera/ }).count(), 0);
  await closeAll(page);
});

test("the camera opens with the keyboard, and has no axe violations", async () => {
  const page = await begin("Classic", { viewport: { width: 390, height: 844 } });
  const button = page.getByRole("button", { name: "Read the table with the camera" });
  await button.focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Choose a photo instead.").waitFor();
  await page.addScriptTag({ path: axeSource });
  const violations = () =>
    page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, {
        rules: { "color-contrast": { enabled: true } },
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    });
  assert.deepEqual(await violations(), []);
  await photograph(page, pictureOf(["Rc@0,0", "Rs@1,0", "Gd@2,0"]));
  await dialog(page).getByText("This move is not legal").waitFor();
  assert.deepEqual(await violations(), []);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  assert.ok(await button.evaluate((one) => one === document.activeElement));
  await closeAll(page);
});

/** A browser whose camera shows this picture, if it is allowed. The headless shell has no camera. */
async function withCamera(picture, allowed, use) {
  const folder = mkdtempSync(join(tmpdir(), "sixfold-camera-"));
  const film = join(folder, "table.y4m");
  writeFileSync(film, filmOf(picture));
  const { browser, close } = await launch(
    ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`],
    "/usr/bin/chromium",
  );
  try {
    const permissions = allowed ? ["camera"] : [];
    const page = await begin("Classic", { browser, permissions });
    await use(page);
    await closeAll(page);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

test("the live picture outlines what is new, and is photographed", async () => {
  const picture = pictureOf(["Rc@0,0", "Rs@1,0", "Rd@2,0"], { width: 640, height: 480 });
  await withCamera(picture, true, async (page) => {
    await open(page);
    await dialog(page).locator("polygon.new").nth(2).waitFor();
    await dialog(page).locator(".tip", { hasText: "3 tiles read · 3 new" }).waitFor();
    await dialog(page).getByRole("button", { name: "Take the photo" }).click();
    await count(page, 3);
    await scored(page, [3, 0]);
    await dialog(page).locator(".tip", { hasText: "3 tiles read · 0 new" }).waitFor();
    const live = () =>
      page.evaluate(() => document.querySelector("video")?.srcObject?.active ?? false);
    assert.ok(await live());
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    assert.ok(!(await live()));
  });
});

test("a camera that is not allowed leaves the file picker", async () => {
  await withCamera(pictureOf([]), false, async (page) => {
    await open(page);
    await dialog(page).getByText("The camera is not allowed.").waitFor();
    await photograph(page, pictureOf(["Rc@0,0", "Rs@1,0"]));
    await count(page, 2);
    await scored(page, [2, 0]);
  });
});
