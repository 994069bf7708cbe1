// What the board costs per frame on a slow machine: dragging a tile, panning and selecting tiles on
// a table of about a hundred; and how large tiles are on a phone late in a game.
//   node bench/board.mjs      (after tools/web)
import { launch, openPage, serveFiles } from "../tests/web/browser.mjs";
import { moments, openAt, planFor, youAndBot } from "../tests/web/states.mjs";

const slowdown = 4;
const files = await serveFiles();
const { browser, close } = await launch();

/** The moments with the most tiles, one of each game. */
const lateMoments = [];
for (let seed = 1; seed < 12; ++seed) {
  const plan = planFor("base", youAndBot, seed);
  let last;
  for (const moment of moments(plan)) if (moment.view.bag >= 0) last = { ...moment, plan };
  lateMoments.push(last);
}
const full = lateMoments.reduce((a, b) => (a.view.tiles.length > b.view.tiles.length ? a : b));

const percentile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

/** Counts frames from now on: the time between them, and the page's own work for each. */
const startCounting = (page) =>
  page.evaluate(() => {
    const frames = { between: [], work: [] };
    let begun = null;
    let last = null;
    const begin = () => (begun ??= performance.now());
    for (const type of ["pointermove", "pointerdown", "keydown", "click"])
      addEventListener(type, begin, { capture: true });
    const channel = new MessageChannel();
    let from = 0;
    // A message sent by a frame arrives when that frame is painted.
    channel.port1.onmessage = () => frames.work.push(performance.now() - from);
    const frame = (now) => {
      if (!window.frames_) return;
      if (last !== null) frames.between.push(now - last);
      last = now;
      if (begun !== null) {
        from = begun;
        begun = null;
        channel.port2.postMessage(0);
      }
      requestAnimationFrame(frame);
    };
    window.frames_ = frames;
    requestAnimationFrame(frame);
  });
const stopCounting = (page) =>
  page.evaluate(() => {
    const counted = window.frames_;
    window.frames_ = null;
    return counted;
  });
/** The processor time of the page's main thread so far, in milliseconds, whatever else runs. */
async function spent(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}
async function report(name, page, session, before) {
  const own = (await spent(session)) - before;
  const { between, work } = await stopCounting(page);
  const figures = (values) =>
    `median ${percentile(values, 0.5).toFixed(1)}, p95 ${percentile(values, 0.95).toFixed(1)}, ` +
    `most ${Math.max(...values).toFixed(1)} ms`;
  console.log(
    `${name}: processor ${(own / work.length).toFixed(1)} ms per frame; ` +
      `until painted ${figures(work)} (${work.length}); ` +
      `between frames ${figures(between)} (${between.length})`,
  );
}

{
  const page = await openPage(browser, "about:blank", { settings: { brisk: true } });
  await openAt(page, files.url, full);
  await page.locator(".rack > button").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  console.log(
    `${full.view.tiles.length} tiles, ` +
      `${await page.locator("[role=grid] *").count()} nodes, ${slowdown} times slower`,
  );
  const board = await page.getByRole("grid").boundingBox();
  const around = (i, wide, high) => [
    board.x + board.width / 2 + wide * Math.sin(i / 9),
    board.y + board.height / 2 + high * Math.cos(i / 13),
  ];
  const rack = await page.locator(".rack > button:not(.laid)").first().boundingBox();
  let before;

  await page.mouse.move(rack.x + 20, rack.y + 20);
  await page.mouse.down();
  await page.mouse.move(...around(0, 380, 240), { steps: 4 });
  await startCounting(page);
  before = await spent(session);
  for (let i = 0; i < 300; ++i) await page.mouse.move(...around(i, 380, 240));
  await report("dragging a tile", page, session, before);
  await page.mouse.move(rack.x + 20, rack.y + 20);
  await page.mouse.up();

  await page.mouse.move(board.x + 30, board.y + 30);
  await page.mouse.down();
  await page.mouse.move(...around(0, 120, 90), { steps: 4 });
  await startCounting(page);
  before = await spent(session);
  for (let i = 0; i < 300; ++i) await page.mouse.move(...around(i, 120, 90));
  await report("panning", page, session, before);
  await page.mouse.up();

  const count = await page.locator(".rack > button").count();
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await startCounting(page);
  before = await spent(session);
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press(String(1 + (i % count)));
    await page.waitForTimeout(60);
  }
  await report("selecting", page, session, before);
  await page.context().close();
}

{
  const page = await openPage(browser, "about:blank", {
    settings: { brisk: true },
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const sizes = [];
  for (const moment of lateMoments) {
    await openAt(page, files.url, moment);
    await page.locator(".cell[data-tile]").first().waitFor();
    const box = await page.locator(".cell[data-tile]").first().boundingBox();
    sizes.push(Math.min(box.width, box.height));
  }
  console.log(
    `tiles on a phone of 390 by 844, late in ${sizes.length} games: ` +
      `${sizes.map((size) => size.toFixed(0)).join(" ")} px, ` +
      `median ${percentile(sizes, 0.5).toFixed(1)} px`,
  );
  await page.context().close();
}
await close();
await files.close();
