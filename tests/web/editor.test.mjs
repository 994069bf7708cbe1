// The position editor: positions from nothing, from links and from the study board; what is impossible
// and why; where a position leads. And the editor for boards of one's own.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { eventually, openPage } from "./browser.mjs";
import { openPuzzle } from "./screens.mjs";
import { stage } from "./stage.mjs";
import { ask, momentWith, recordOf } from "./states.mjs";
import { finished, openReview } from "./study.mjs";

const { server: files, chrome } = stage();

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const open = (path, options = sizes.desktop) =>
  openPage(chrome.browser, files.url + path, {
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
const hashOf = (view, theme = "classic") =>
  `#${deflateRawSync(JSON.stringify({ theme, view: { ...view, history: [] } })).toString("base64url")}`;

const status = (page) => page.locator(".words [role=status]");
const saysThat = (page, text) => status(page).getByText(text).waitFor();
const possible = (page) => saysThat(page, "A game can come to this position.");
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Chooses a tile of the palette, which on small screens has one row of colours and one of shapes. */
async function choose(page, tile) {
  const colour = page.locator(`.palette [data-colour="${tile[0]}"]`);
  if ((await colour.count()) > 0) await colour.click();
  const one = page.locator(`.palette [data-tile="${tile}"]`);
  if ((await one.getAttribute("aria-pressed")) !== "true") await one.click();
  await page.locator(`.palette [data-tile="${tile}"][aria-pressed=true]`).waitFor();
}
/** Touches the middle of a cell, wherever the board has it. */
async function touch(page, cell, touches) {
  const at = await page
    .locator(".board .spot")
    .first()
    .evaluate((spot, wanted) => {
      const pitch = 104;
      const [x, y] = wanted.split(",").map(Number);
      const [x0, y0] = spot.closest("[data-cell]").dataset.cell.split(",").map(Number);
      const box = spot.getBoundingClientRect();
      const step = (pitch * box.width) / 100;
      return {
        x: box.x + box.width / 2 + (x - x0) * step,
        y: box.y + box.height / 2 + (y - y0) * step,
      };
    }, cell);
  await (touches ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y));
}
const onBoard = (page) =>
  page
    .locator(".board .cell[data-tile]")
    .evaluateAll((all) => all.map((one) => `${one.dataset.tile}@${one.dataset.cell}`).sort());
const inHand = (page) =>
  page.locator(".hand [data-tile]").evaluateAll((all) => all.map((one) => one.dataset.tile));
const boardHas = async (page, tiles) =>
  assert.deepEqual(
    await eventually(
      () => onBoard(page),
      (found) => found.join() === [...tiles].sort().join(),
    ),
    [...tiles].sort(),
  );

for (const [size, options] of Object.entries(sizes))
  describe(size, () => {
    const touches = options.hasTouch === true;
    /** Whether there is room for everything beside the board. */
    const tall = options.viewport.width > 1000 && options.viewport.height >= 864;

    test("a position is laid out from nothing, studied and played on", async () => {
      const page = await open("/more", options);
      await page.getByRole("link", { name: /^Position editor/ }).click();
      await saysThat(
        page,
        /^To begin, choose a tile, then a cell or the \+ in the hand of Player 1/,
      );
      assert.equal(await page.locator("p.bad").count(), 0);
      assert.equal(await button(page, "Use it").isDisabled(), true);

      await choose(page, "Rc");
      await touch(page, "0,0", touches);
      await boardHas(page, ["Rc@0,0"]);
      await choose(page, "Gs");
      await touch(page, "1,0", touches);
      await boardHas(page, ["Rc@0,0", "Gs@1,0"]);
      await saysThat(page, "Everything in a line must share a colour or a shape.");
      await page.locator(".cell.wrong").waitFor();
      assert.equal(await page.locator("p.bad").count(), 1);
      await choose(page, "Rs");
      await touch(page, "1,0", touches);
      await boardHas(page, ["Rc@0,0", "Rs@1,0"]);
      await saysThat(page, /^Player 1 needs a hand/);
      assert.equal(await page.locator("p.bad").count(), 0, "not done yet is no error");

      await choose(page, "Rd");
      await page.getByRole("button", { name: /^Add to the hand/ }).click();
      await saysThat(page, /^Player 1 holds too few/);
      assert.equal(await page.locator("p.bad").count(), 0);
      await button(page, "Fill up at random").click();
      await possible(page);
      const hand = await inHand(page);
      assert.equal(hand.length, 6);
      assert.equal(hand[0], "Rd");

      await page.reload();
      await possible(page);
      assert.deepEqual(await inHand(page), hand, "the last position is kept");

      await button(page, "Use it").click();
      await button(page, "Study board").click();
      await page.getByText(/^Make a move on the board, or let a bot make one/).waitFor();
      const rack = () =>
        page.locator(".rack > .tile").evaluateAll((all) =>
          all
            .map((one) => one.dataset.tile)
            .sort()
            .join(),
        );
      const own = [...hand].sort().join();
      assert.equal(await eventually(rack, (found) => found === own), own);
      await button(page, "Let the bot move").click();
      await page.locator(".variations .move").waitFor();

      await page.goto(`${files.url}/editor`);
      await possible(page);
      await button(page, "Use it").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").selectOption("greedy");
      await button(dialog, "Play on").click();
      await page.waitForURL(/\/game\/\w+$/);
      await page.locator(".rack > .tile").first().waitFor();
      await boardHas(page, ["Rc@0,0", "Rs@1,0"]);
      await page.reload();
      await page.locator(".rack > .tile").first().waitFor();
      await boardHas(page, ["Rc@0,0", "Rs@1,0"]);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });

    test("players, points and the bag", async () => {
      const moment = momentWith("base", (view) => view.history.length > 3);
      const page = await open(`/editor${hashOf(moment.view)}`, options);
      await possible(page);
      if (!tall) await button(page, "Players").click();
      const seat = (name) => page.getByRole("group", { name, exact: true });
      const points = seat("Player 2").getByLabel("Points");
      assert.equal(await points.inputValue(), String(moment.view.seats[1].score));
      await points.fill("77");
      await points.press("Tab");
      await seat("Player 2").getByRole("radio").check({ force: true });
      await button(page, "Add a player").click();
      await seat("Player 3").waitFor();
      await page.getByRole("checkbox", { name: /^All other tiles are in the bag/ }).uncheck();
      const bag = page.getByLabel("Tiles in the bag", { exact: true });
      await bag.fill("100");
      await bag.press("Tab");
      if (!tall) await page.keyboard.press("Escape");
      await saysThat(page, /^The bag cannot hold so many: at most \d+/);
      if (!tall) await button(page, "Players").click();
      await bag.fill("0");
      await bag.press("Tab");
      if (!tall) await page.keyboard.press("Escape");
      await possible(page);

      await button(page, "Use it").click();
      await button(page, "Copy a link").click();
      await page.getByText("The link is on your clipboard.").waitFor();
      await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
      await page.getByText("The bag is empty. What would you play?").waitFor();
      await page.getByRole("link", { name: "Edit this position" }).click();
      await possible(page);
      if (!tall) await button(page, "Players").click();
      assert.equal(await points.inputValue(), "77");
      assert.equal(await seat("Player 2").getByRole("radio").isChecked(), true);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });

    test("a board of one's own is painted, refused with a reason, and played on", async () => {
      const page = await open("/setup?game=select-connect", options);
      await button(page, "Your own").click();
      const board = page.locator("svg.drawn");
      const mark = (name) => button(page, name);
      const rows = async () => (await page.locator("textarea").inputValue()).split("\n");
      const cellAt = async (x, y) => {
        await board.scrollIntoViewIfNeeded();
        const box = await board.boundingBox();
        const width = 16 * 104 + 28;
        return {
          x: box.x + ((16 + x * 104 + 50) * box.width) / width,
          y: box.y + ((16 + y * 104 + 50) * box.height) / width,
        };
      };
      const before = await rows();
      assert.equal(before.length, 16);
      await mark("black cell").click();
      if (!touches) {
        const from = await cellAt(0, 0);
        const to = await cellAt(3, 0);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 12 });
        await page.mouse.up();
        assert.equal((await rows())[0].slice(0, 4), "BBBB");
        await button(page, "Undo").click();
        assert.deepEqual(await rows(), before);
      }

      await mark("start cell").click();
      const corner = await cellAt(0, 0);
      await (touches
        ? page.touchscreen.tap(corner.x, corner.y)
        : page.mouse.click(corner.x, corner.y));
      await page.getByRole("gridcell", { name: "start cell, column 0, row 0" }).waitFor();

      await page.getByLabel("Width").fill("5");
      await page.getByLabel("Width").press("Tab");
      await page.getByRole("alert").getByText("A board has 6 to 64 cells on each side.").waitFor();
      assert.equal(await button(page, "Deal").isDisabled(), true);
      await button(page, "Undo").click();
      await page.getByRole("alert").waitFor({ state: "detached" });

      await page.getByText("As text").click();
      await page
        .locator("textarea")
        .fill(["......", "......", "..?...", "......", "......", "......"].join("\n"));
      await page
        .getByRole("alert")
        .getByText(/^This character means nothing here/)
        .waitFor();
      await page.locator("rect.wrong").waitFor();
      const full = Array.from({ length: 12 }, () => "BBBBBBBBBB").join("\n");
      await page.locator("textarea").fill(full);
      await page
        .getByRole("alert")
        .getByText(/^Too many black cells/)
        .waitFor();
      const drawn = ["S.....", "......", "..B...", "...B..", "......", ".....9"];
      await page.locator("textarea").fill(drawn.join("\n"));
      await page.getByRole("alert").waitFor({ state: "detached" });
      await button(page, "Deal").click();
      await page.waitForURL(/\/game\/\w+$/);
      await page.locator(".cell.lying, .cell.last").nth(1).waitFor();
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  });

test("the editor opens every game's positions, and they stay as they were", async () => {
  const page = await open("/");
  for (const game of ["base", "star-wars", "cubes", "select", "connect", "select-connect"]) {
    const { view, plan } = momentWith(
      game,
      (seen) => seen.history.length > 4 && seen.acts.length > 0,
    );
    await page.goto(files.url);
    await page.goto(`${files.url}/editor${hashOf(view, plan.theme)}`);
    await possible(page);
    await boardHas(page, view.tiles);
    assert.deepEqual((await inHand(page)).sort(), [...view.hand].sort(), game);
    const shown = await page.locator(".row select").inputValue();
    assert.equal(shown, game);
    await button(page, "Use it").click();
    await button(page, "Open it").click();
    await page.getByText(/What would you play\?$/).waitFor();
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("discs are put on star cells and taken by tiles", async () => {
  const page = await open("/editor");
  await page.locator(".row select").selectOption("select");
  const [star] = ask("layout", { variant: "select", seed: 1 }).board.stars;
  const discs = page.locator(".board circle.disc");
  await eventually(
    () => discs.count(),
    (count) => count === 12,
  );
  await choose(page, "Rc");
  // The cell is found with the keyboard: the board has no other way to a cell that is empty.
  await page.locator(".board .cell[tabindex='0']").focus();
  const [x, y] = star.split(",").map(Number);
  for (let i = 8; i > x; --i) await page.keyboard.press("ArrowLeft");
  for (let i = 8; i < x; ++i) await page.keyboard.press("ArrowRight");
  for (let i = 8; i > y; --i) await page.keyboard.press("ArrowUp");
  for (let i = 8; i < y; ++i) await page.keyboard.press("ArrowDown");
  const disc = button(page, "Disc");
  await page.keyboard.press("Enter");
  await boardHas(page, [`Rc@${star}`]);
  assert.equal(await discs.count(), 11);
  await button(page, "Eraser").click();
  await touch(page, star);
  await boardHas(page, []);
  assert.equal(await discs.count(), 11, "the disc does not come back by itself");
  await disc.click();
  await page.locator(".hint-dot").click();
  await eventually(
    () => discs.count(),
    (count) => count === 12,
  );
  assert.equal(await discs.count(), 12);
  await page.context().close();
});

test("a position is composed without a pointer, and what happens is said", async () => {
  const page = await open("/editor");
  const press = async (name) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("red circle");
  await page.locator(".board .cell[tabindex='0']").focus();
  await page.keyboard.press("Enter");
  const said = page.locator("[aria-live]");
  await said.getByText("red circle, column 0, row 0").first().waitFor();
  await press("red square");
  await page.locator(".board .cell[tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await boardHas(page, ["Rc@0,0", "Rs@1,0"]);
  await page.getByRole("gridcell", { name: /^red square, column 1, row 0/ }).waitFor();
  await press("Fill up at random");
  await possible(page);
  await page.keyboard.press("Backspace");
  await saysThat(page, /^Player 1 needs a hand/);
  await page.keyboard.press("Backspace");
  await boardHas(page, ["Rc@0,0"]);
  await page.context().close();
});

test("a tile is picked up and put elsewhere", async () => {
  const page = await open("/editor");
  await choose(page, "Rc");
  await touch(page, "0,0");
  await boardHas(page, ["Rc@0,0"]);
  await page.locator(".palette [data-tile=Rc]").click();
  await touch(page, "0,0");
  await boardHas(page, []);
  await page.locator(".palette [data-tile=Rc][aria-pressed=true]").waitFor();
  await touch(page, "1,1");
  await boardHas(page, ["Rc@1,1"]);
  await button(page, "Clear").click();
  await boardHas(page, []);
  await page.context().close();
});

test("the study board's turn opens in the editor", async () => {
  const record = recordOf("base", 8);
  const page = await openReview(chrome.browser, files.url, record);
  await finished(page);
  const { view } = ask("review_turn", { record, turn: 6, simulations: 100 }).acts.at(-1);
  await page.goto(`${files.url}/review?turn=6`);
  await page.getByRole("heading", { name: /^Turn 6: / }).waitFor();
  await button(page, "Edit this position").click();
  await possible(page);
  await boardHas(page, view.tiles);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a position with one best move becomes a puzzle, another does not", async () => {
  const { tiles, hand, answer, scores } = openPuzzle;
  const seats = [0, 1].map((i) => ({ name: "", score: scores?.[i] ?? 0, discs: 0, held: 6 }));
  const { view } = ask("position", {
    variant: "base",
    theme: "classic",
    tiles,
    seats: [{ ...seats[0], hand }, seats[1]],
    turn: 0,
    seed: 1,
  });
  const page = await open(`/editor${hashOf(view)}`);
  await possible(page);
  await button(page, "Use it").click();
  await button(page, "Make it a puzzle").click();
  await page.getByText(/^Find the best move\./).waitFor();
  for (const placed of answer.place) {
    const [tile, cell] = placed.split("@");
    await page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first().click();
    await page.locator(`[data-cell="${cell}"] .hint-dot`).click();
    await page.locator(`.cell.laid[data-cell="${cell}"]`).waitFor();
  }
  await button(page, "Judge it").click();
  await page.locator(".verdict .act").getByText("Right!").waitFor();

  // A single tile and a hand without anything that goes with it: every trade is much the same.
  const dull = ask("position", {
    variant: "base",
    theme: "classic",
    tiles: ["Rc@0,0"],
    seats: [{ ...seats[0], hand: ["Gs", "Gd", "Bl", "Bx", "Yt", "Ps"] }, seats[1]],
    turn: 0,
    seed: 1,
  });
  await page.goto(files.url);
  await page.goto(`${files.url}/editor${hashOf(dull.view)}`);
  await possible(page);
  await button(page, "Use it").click();
  await button(page, "Make it a puzzle").click();
  await page
    .getByRole("alert")
    .getByText(/^Two moves are equally good/)
    .waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a link without a position says so and leads to an empty table", async () => {
  const page = await open("/editor#nonsense");
  await page.getByText("There is no position in this link.").waitFor();
  await boardHas(page, []);
  await page.context().close();
});
