// The board under the hand: pointers, wheels and fingers, what is marked on it, and that nothing
// covers what matters. On a phone and on a desktop.
import assert from "node:assert/strict";
import { test } from "node:test";

import { closeAll, eventually, openPage } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { ask, cellsAround, momentWith, openAt } from "./states.mjs";

const { server: files, chrome } = stage();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

const cellPart = (placed) => placed.split("@")[1];
const pointOf = (cell) => cell.split(",").map(Number);
const fitsOf = (view, place = []) => ask("preview", { view, place }).fits;

/** A tile and several cells for it, in the middle of a game. */
const middle = momentWith("base", (view) => {
  if (view.history.length < 8) return null;
  const found = Object.entries(fitsOf(view)).find(([, cells]) => cells.length > 1);
  return found && { tile: found[0], cells: found[1] };
});
/** A board that is much wider than high, late in a game. */
const late = momentWith("base", (view) => {
  if (view.tiles.length < 70 || view.bag > 12) return null;
  const cells = view.tiles.map((placed) => pointOf(cellPart(placed)));
  const span = (axis) =>
    Math.max(...cells.map((cell) => cell[axis])) - Math.min(...cells.map((cell) => cell[axis])) + 1;
  const found = Object.entries(fitsOf(view)).find(([, fits]) => fits.length > 0);
  return span(0) >= 16 && span(0) > span(1) + 3 && found && { tile: found[0], cell: found[1][0] };
});

async function open(moment, { script, ...options } = {}) {
  const page = await openPage(chrome.browser, files.url, { settings: { brisk: true }, ...options });
  if (script) await page.addInitScript(script);
  await openAt(page, files.url, moment);
  await page.getByRole("log").getByText("Your turn.").waitFor({ state: "attached" });
  return page;
}
const boxOf = (locator) => locator.boundingBox();
const centre = async (locator) => {
  const box = await boxOf(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const rackTile = (page, tile) => page.locator(`.rack > [data-tile="${tile}"]:not(.laid)`).first();
const cellAt = (page, cell) => page.locator(`[data-cell="${cell}"]`);
/** Where the table is: its scale and its corner. */
const view = (page) =>
  page.evaluate(() => {
    const { a, e, f } = document.querySelector("[role=grid] .scale").getScreenCTM();
    return { scale: a, x: e, y: f };
  });
/** The middle of any cell on the screen. */
const onScreen = (page, cell) =>
  page.evaluate(([x, y]) => {
    const camera = document.querySelector("[role=grid] .scale").getScreenCTM();
    return {
      x: camera.e + (x * 104 + 50) * camera.a,
      y: camera.f + (y * 104 + 50) * camera.d,
    };
  }, pointOf(cell));
const boxesOf = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
const overlap = (a, b) =>
  a.left < b.right - 0.5 &&
  b.left < a.right - 0.5 &&
  a.top < b.bottom - 0.5 &&
  b.top < a.bottom - 0.5;
/** Fails if anything of the first kind covers something of the second. */
async function assertApart(page, first, second) {
  const [above, below] = [await boxesOf(page, first), await boxesOf(page, second)];
  assert.ok(above.length > 0 && below.length > 0, `${first}, ${second}`);
  for (const one of above)
    for (const other of below)
      assert.ok(!overlap(one, other), `${first} over ${second}: ${JSON.stringify([one, other])}`);
}

test("a pan ends with the button, wherever it is released", async () => {
  const page = await open(middle);
  const board = await boxOf(page.getByRole("grid"));
  // Within the reach of a tap, just inside the edge.
  await page.mouse.move(board.x + 300, board.y + 4);
  await page.mouse.down();
  await page.mouse.move(board.x + 300, board.y - 2);
  await page.mouse.up();
  const before = await view(page);
  await page.mouse.move(board.x + 300, board.y + 120, { steps: 4 });
  await page.mouse.move(board.x + 400, board.y + 220, { steps: 4 });
  assert.deepEqual(await view(page), before);
  // While the button is held, the table follows even outside the board.
  await page.mouse.down();
  await page.mouse.move(board.x + 400, board.y + 20, { steps: 4 });
  await page.mouse.move(board.x + 400, board.y - 30, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(
    (y) => document.querySelector("[role=grid] .scale").getScreenCTM().f < y - 230,
    before.y,
  );
  await closeAll(page);
});

test("two fingers on a trackpad pan, pinching zooms, and so does a wheel", async () => {
  const page = await open(middle);
  const board = await centre(page.getByRole("grid"));
  await page.mouse.move(board.x, board.y);
  const first = await view(page);
  const until = (test, ...values) =>
    page.waitForFunction(
      ([code, ...given]) => {
        const { a, e, f } = document.querySelector("[role=grid] .scale").getScreenCTM();
        return new Function("scale", "x", "y", "given", `return ${code}`)(a, e, f, given);
      },
      [test, ...values],
    );
  await page.mouse.wheel(30, 20);
  await until(
    "Math.abs(scale - given[0]) < 1e-6 && Math.abs(x - given[1]) < 1 && Math.abs(y - given[2]) < 1",
    first.scale,
    first.x - 30,
    first.y - 20,
  );
  await page.keyboard.down("Control");
  for (let i = 0; i < 10; ++i) await page.mouse.wheel(0, -4);
  await page.keyboard.up("Control");
  await until("Math.abs(scale / given[0] - Math.exp(0.4)) < 0.01", first.scale);
  // Some time later, so that it is another device.
  const zoomed = (await view(page)).scale;
  await page.waitForTimeout(250);
  await page.mouse.wheel(0, 100);
  await until("scale < 0.9 * given[0]", zoomed);
  await closeAll(page);
});

test("two fingers pinch", async () => {
  const page = await open(middle, phone);
  const board = await centre(page.getByRole("grid"));
  const first = await view(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...spread) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: spread.map((by, id) => ({ x: board.x + by, y: board.y, id })),
    });
  await touch("touchStart", -40);
  await touch("touchStart", -40, 40);
  await touch("touchMove", -60, 60);
  await touch("touchMove", -80, 80);
  await touch("touchEnd", -80);
  await touch("touchEnd");
  await page.waitForFunction(
    (scale) => document.querySelector("[role=grid] .scale").getScreenCTM().a > 1.4 * scale,
    first.scale,
  );
  assert.equal(await page.locator(".cell.laid").count(), 0);
  await closeAll(page);
});

test("Escape cancels a drag, and a placed tile can be dragged to another cell", async () => {
  const page = await open(middle);
  const { tile, cells } = middle.what;
  const from = await centre(rackTile(page, tile));
  const to = await onScreen(page, cells[0]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.locator(".target").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".target").waitFor({ state: "detached" });
  await page.mouse.move(to.x + 3, to.y, { steps: 2 });
  await page.mouse.up();
  assert.equal(await page.locator(".cell.laid, .target, .rack > .selected").count(), 0);

  // The rack is as it was, and the next click counts.
  await rackTile(page, tile).click();
  await page.locator(".rack > .selected").waitFor();
  await cellAt(page, cells[0]).locator(".hint-dot").click();
  await cellAt(page, cells[0]).and(page.locator(".laid")).waitFor();
  const other = await onScreen(page, cells[1]);
  await page.mouse.move(to.x, to.y);
  await page.mouse.down();
  await page.mouse.move(other.x, other.y, { steps: 6 });
  await page.mouse.up();
  await cellAt(page, cells[1]).and(page.locator(".laid")).waitFor();
  await page.getByRole("button", { name: /^Play \+/ }).waitFor();
  assert.equal(await page.locator(".cell.laid").count(), 1);
  await closeAll(page);
});

/** Runs in a page: counts how many previews are asked for at the same time. */
function countPreviews() {
  window.previews = { asked: 0, most: 0 };
  window.Worker = class extends Worker {
    #waiting = new Set();
    constructor(...given) {
      super(...given);
      // Before the app's own listener, which may ask the next question at once.
      this.addEventListener("message", ({ data }) => this.#waiting.delete(data.number));
    }
    postMessage(message, ...more) {
      if (message.name === "preview") {
        this.#waiting.add(message.number);
        ++window.previews.asked;
        window.previews.most = Math.max(window.previews.most, this.#waiting.size);
      }
      super.postMessage(message, ...more);
    }
  };
}

test("the tile and its points are shown where it would be placed, before it is", async () => {
  const page = await open(middle, { script: countPreviews });
  const { tile, cells } = middle.what;
  const pointsAt = (cell) =>
    ask("preview", { view: middle.view, place: [`${tile}@${cell}`] })
      .score.lines.map(({ cells: line, bonus = 0 }) => `+${line.length + bonus}`)
      .sort();
  const shown = async (cell) => {
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".pill")]
          .map((one) => one.textContent)
          .sort()
          .join() === wanted,
      pointsAt(cell).join(),
    );
    const [ghost, at] = [await centre(page.locator(".target")), await onScreen(page, cell)];
    assert.ok(Math.hypot(ghost.x - at.x, ghost.y - at.y) < 6);
    await assertApart(page, ".pill", ".target");
  };
  // Hovering.
  await rackTile(page, tile).click();
  for (const cell of cells.slice(0, 2)) {
    const at = await onScreen(page, cell);
    await page.mouse.move(at.x, at.y, { steps: 3 });
    await shown(cell);
  }
  // Where it may not go, it says so.
  const bad = cellsAround(middle.view).find((cell) => !cells.includes(cell));
  const there = await onScreen(page, bad);
  await page.mouse.move(there.x, there.y, { steps: 3 });
  await page.locator(".target.bad").waitFor();
  // However fast the pointer is, there is one question at a time.
  for (let i = 0; i < 40; ++i)
    await page.mouse.move(there.x + 200 * Math.sin(i), there.y + 150 * Math.cos(3 * i));
  await page.mouse.move(2, 2);
  await page.locator(".target").waitFor({ state: "detached" });
  const { asked, most } = await page.evaluate(() => window.previews);
  assert.ok(asked > 3);
  assert.equal(most, 1);
  await page.keyboard.press("Escape");
  // Dragging.
  const from = await centre(rackTile(page, tile));
  const to = await onScreen(page, cells[0]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await shown(cells[0]);
  assert.equal(await page.locator(".cell.laid").count(), 0);
  await page.mouse.up();
  await cellAt(page, cells[0]).and(page.locator(".laid")).waitFor();
  await closeAll(page);
});

test("a tile that fits nowhere says so, to eyes and ears", async () => {
  const stuck = momentWith("base", (seen) => {
    const found = Object.entries(fitsOf(seen)).find(([, cells]) => cells.length === 0);
    return seen.history.length > 4 && found?.[0];
  });
  for (const options of [desktop, phone]) {
    const page = await open(stuck, options);
    await rackTile(page, stuck.what).click();
    await page
      .locator("footer")
      .getByText(/^The .* fits nowhere now\.$/)
      .waitFor();
    await page.getByRole("log").getByText("It fits nowhere.").waitFor({ state: "attached" });
    await rackTile(page, stuck.what).click();
    await page
      .locator("footer")
      .getByText(/fits nowhere now/)
      .waitFor({ state: "detached" });
    await closeAll(page);
  }
  // On the empty board the reason is not in sight.
  const first = momentWith("base", (seen) => {
    const found = Object.entries(fitsOf(seen)).find(([, cells]) => cells.length === 0);
    return seen.tiles.length === 0 && found?.[0];
  });
  const page = await open(first, phone);
  await rackTile(page, first.what).click();
  await page.locator("footer").getByText("is not part of the longest line").waitFor();
  await closeAll(page);
});

test("the tile that breaks the rule is the one marked, and the bubble covers no tile of the move", async () => {
  const two = momentWith("base", (seen) => {
    if (seen.history.length < 4 || seen.tiles.length > 20) return null;
    const [tile, cells] = Object.entries(fitsOf(seen)).find(([, fits]) => fits.length > 0) ?? [];
    const other = seen.hand.find((one) => one !== tile);
    // Before and after the legal one in reading order.
    const rows = seen.tiles.map((placed) => pointOf(cellPart(placed))[1]);
    const columns = seen.tiles.map((placed) => pointOf(cellPart(placed))[0]);
    const far = [
      `${Math.min(...columns) - 1},${Math.min(...rows) - 1}`,
      `${Math.max(...columns) + 1},${Math.max(...rows) + 1}`,
    ];
    return tile && other && { tile, other, cell: cells[0], far };
  });
  const { tile, other, cell, far } = two.what;
  for (const options of [desktop, phone])
    for (const stray of far) {
      const page = await open(two, options);
      await rackTile(page, tile).click();
      await cellAt(page, cell).locator(".hint-dot").click();
      await cellAt(page, cell).and(page.locator(".laid")).waitFor();
      await rackTile(page, other).click();
      const at = await onScreen(page, stray);
      if (options === phone) await page.touchscreen.tap(at.x, at.y);
      else await page.mouse.click(at.x, at.y);
      await cellAt(page, stray).and(page.locator(".wrong")).waitFor();
      assert.equal(await page.locator(".cell.wrong").count(), 1);
      assert.equal(await page.locator(".cell.laid").getAttribute("data-cell"), cell);
      await page.locator(".problem").waitFor();
      await assertApart(page, ".problem", ".cell.laid .ring, .cell.wrong .ring, .cell.last .ring");
      if (options === phone && stray === far[1]) {
        // It goes by itself; what is wrong stays marked, and is said below the board.
        await page.locator(".problem").waitFor({ state: "detached" });
        await page.locator("footer").getByText("All tiles placed in a turn must be").waitFor();
        assert.equal(await page.locator(".cell.wrong").count(), 1);
      }
      await closeAll(page);
    }
});

test("everything since your last turn is marked in its player's colour, by day and by night", async () => {
  const seats = [
    { name: "You" },
    ...["Ann", "Ben", "Cid"].map((name) => ({ name, bot: "greedy" })),
  ];
  const round = momentWith(
    "base",
    (seen) => {
      const since = seen.history.slice(seen.history.findLastIndex(({ seat }) => seat === 0) + 1);
      return since.length === 3 && since.every(({ place }) => place) && since;
    },
    seats,
  );
  for (const appearance of ["light", "dark"]) {
    const page = await open(round, { ...desktop, settings: { brisk: true, appearance } });
    const marked = await page.locator(".cell.last").evaluateAll((all) =>
      all.map((one) => {
        const ring = getComputedStyle(one.querySelector(".ring"));
        return { cell: one.dataset.cell, label: one.ariaLabel, colour: ring.stroke };
      }),
    );
    const expected = round.what.flatMap(({ seat, place }) =>
      place.map((placed) => ({ seat, cell: cellPart(placed) })),
    );
    assert.deepEqual(
      marked.map(({ cell }) => cell).sort(),
      expected.map(({ cell }) => cell).sort(),
    );
    const colours = new Map();
    for (const { seat, cell } of expected) {
      const { label, colour } = marked.find((one) => one.cell === cell);
      assert.match(label, new RegExp(`new, by ${seats[seat].name}`));
      assert.equal(colours.get(seat) ?? colour, colour);
      colours.set(seat, colour);
    }
    assert.equal(new Set(colours.values()).size, 3);
    // The marks are on the wood of the tiles, from which they stand out.
    const wood = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--tile").trim(),
    );
    const light = (rgb) =>
      rgb
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = light([1, 3, 5].map((at) => parseInt(wood.slice(at, at + 2), 16)));
    for (const colour of colours.values())
      assert.ok((light(colour.match(/\d+/g).map(Number)) + 0.05) / (ground + 0.05) >= 3, colour);
    await closeAll(page);
  }
});

test("coordinates stand at the edge while a move is typed, and always if the visitor wants", async () => {
  for (const options of [desktop, phone]) {
    const page = await open(middle, options);
    assert.equal(await page.locator(".rulers").count(), 0);
    await page.keyboard.press("/");
    await page.locator(".rulers").waitFor();
    const [cell] = middle.what.cells;
    const [x, y] = pointOf(cell);
    const at = await onScreen(page, cell);
    const label = (number) => String(number).replace("-", "−");
    const middleOf = async (name, number) =>
      centre(page.locator(`.${name} > text`).filter({ hasText: new RegExp(`^${label(number)}$`) }));
    assert.ok(Math.abs((await middleOf("columns", x)).x - at.x) < 6);
    assert.ok(Math.abs((await middleOf("rows", y)).y - at.y) < 6);
    await page.context().close();
  }
  const page = await open(middle, { settings: { brisk: true, coordinates: true } });
  await page.locator(".rulers").waitFor();
  await closeAll(page);
});

test("late in a game on a phone: large tiles, nothing covered, a loupe under the finger", async () => {
  const page = await open(late, phone);
  // The last move is not covered by its points, which go by themselves.
  await page.locator(".pill").first().waitFor();
  await assertApart(page, ".pill", ".cell.last .ring");
  await assertApart(page, ".zoom", ".cell[data-tile]");
  const tileSize = async () => 100 * (await view(page)).scale;
  const turned = await tileSize();
  await page.getByRole("button", { name: "Turn the board" }).click();
  const lying = await tileSize();
  assert.ok(turned > 1.15 * lying, `${turned} px turned, ${lying} px otherwise`);
  await page.getByRole("button", { name: "Turn the board" }).click();
  assert.equal(await tileSize(), turned);
  await page.locator(".pill").first().waitFor({ state: "detached" });

  const { tile, cell } = late.what;
  await rackTile(page, tile).click();
  await assertApart(page, ".zoom", ".cell .hint-dot");
  const from = await centre(rackTile(page, tile));
  const to = await centre(cellAt(page, cell));
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 60 });
  // Near the cell is near enough for a finger, which holds the tile above itself.
  await touch("touchMove", { x: to.x + 5, y: to.y + 44 + turned * 0.6 });
  await page.locator(".loupe").waitFor();
  const enlarged = await eventually(
    async () => (await boxesOf(page, ".loupe .ring")).map(({ left, right }) => right - left),
    ([size]) => size > 1.4 * turned,
  );
  assert.ok(enlarged[0] > 1.4 * turned, `${enlarged} px in the loupe, ${turned} px on the board`);
  await touch("touchEnd");
  await cellAt(page, cell).and(page.locator(".laid")).waitFor();
  await page.locator(".loupe").waitFor({ state: "detached" });
  await closeAll(page);
});

test("after a number key the arrows move on the board, wherever the focus was", async () => {
  const page = await open(middle);
  const number = middle.view.hand.indexOf(middle.what.tile) + 1;
  for (const focus of [
    () => page.evaluate(() => document.activeElement.blur()),
    () => page.locator(".rack > button").last().focus(),
    () => page.getByRole("button", { name: "Sort" }).focus(),
  ]) {
    await focus();
    await page.keyboard.press(String(number));
    await page.waitForFunction(() => document.activeElement.role === "gridcell");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement.ariaLabel.endsWith("fits"));
    const first = await page.evaluate(() => document.activeElement.dataset.cell);
    await page.keyboard.press("ArrowRight");
    const [x, y] = pointOf(first);
    await page.waitForFunction(
      (cell) => document.activeElement.dataset.cell === cell,
      `${x + 1},${y}`,
    );
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await cellAt(page, first).and(page.locator(".laid")).waitFor();
    await page.keyboard.press("Backspace");
    await page.locator(".cell.laid").waitFor({ state: "detached" });
  }
  await closeAll(page);
});

test("nothing scrolls the table under its frame", async () => {
  for (const device of [phone, desktop]) {
    const page = await open(late, device);
    for (let i = 0; i < 4; ++i) await page.getByRole("button", { name: "Zoom in" }).click();
    const scrolled = await page.evaluate(() => {
      // As a browser does for what gets the focus, or what a screen reader reads.
      for (const cell of document.querySelectorAll("[data-cell]"))
        cell.scrollIntoView({ block: "center", inline: "center" });
      const found = [];
      for (let one = document.querySelector("[role=grid]"); one; one = one.parentElement)
        if (one.scrollLeft !== 0 || one.scrollTop !== 0) found.push(one.className || one.tagName);
      return found;
    });
    assert.deepEqual(scrolled, []);
    await closeAll(page);
  }
});
