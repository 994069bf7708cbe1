// The web app's budget: what is loaded, how soon the first move can be made on a slow phone, and
// what a pointer move costs while a tile is dragged over a full board.
//   node bench/web.mjs      (after tools/web)
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { dist, launch, openPage, serveFiles } from "../tests/web/browser.mjs";
import { moments, openAt, planFor, youAndBot } from "../tests/web/states.mjs";

const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const slowdown = 4;
const bitsPerSecond = 1_600_000;

const files = await serveFiles({ packed: true });
const { browser, close } = await launch();

/** A page on a slow phone; counts the bytes it loads by kind. */
async function slowPage(options) {
  const page = await openPage(browser, "about:blank", { settings: { brisk: true }, ...options });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, session };
}

// What the first page loads.
{
  const page = await openPage(browser, "about:blank", { settings: { brisk: true } });
  const loaded = new Set();
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (response.url().startsWith(files.url)) loaded.add(path === "/" ? "/index.html" : path);
  });
  await page.goto(files.url);
  await page.getByRole("button", { name: /Play against/ }).waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = [...loaded].map((path) => [path, packed(join(dist, path))]);
  const wasm = sizes.filter(([path]) => path.endsWith(".wasm"));
  const sum = (all) => all.reduce((total, [, size]) => total + size, 0);
  console.log(
    `first load before WebAssembly ${kilobytes(sum(sizes) - sum(wasm))} (gzip), below 150`,
  );
  console.log(`WebAssembly ${kilobytes(sum(wasm))} (gzip), below 400`);
  const all = readdirSync(join(dist, "assets")).filter((name) => !/\.(gz|br)$/.test(name));
  console.log(
    `whole app ${kilobytes(all.reduce((t, name) => t + packed(join(dist, "assets", name)), 0))} (gzip)`,
  );
  await page.context().close();
}

// From opening the address to the first possible move.
{
  const { page, session } = await slowPage({ viewport: { width: 390, height: 844 } });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  });
  // Measured inside the page: waiting from outside costs the slowed-down page a tenth of a second
  // per step.
  await page.addInitScript(() => {
    const find = (selector) => document.querySelector(selector);
    const steps = [
      ["shown", () => find("main button.go:enabled")],
      ["ready", () => find(".status.mine") && find(".rack > button")],
      ["first", () => find(".rack > button[aria-pressed=true]")],
    ];
    window.times = {};
    const look = () => {
      const [name, seek] = steps[0] ?? [];
      const found = seek?.();
      if (found) {
        window.times[name] = performance.now();
        steps.shift();
        if (name !== "first") found.click();
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(files.url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.times.first, undefined, { polling: 500 });
  const { shown, first } = await page.evaluate(() => window.times);
  console.log(
    `start page after ${Math.round(shown)} ms, first move after ${Math.round(first)} ms, below 3000`,
  );
  await page.context().close();
}

// Dragging over a board of 108 tiles, minus those in hand.
{
  const { page } = await slowPage();
  await page.evaluate(() => {});
  let last;
  for (let seed = 1; seed < 30; ++seed)
    for (const moment of moments(planFor("base", youAndBot, seed)))
      if (!last || moment.view.tiles.length > last.view.tiles.length)
        last = { ...moment, plan: planFor("base", youAndBot, seed) };
  await openAt(page, files.url, last);
  await page.locator(".rack > button").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const box = await page.locator(".rack > button").first().boundingBox();
  await page.evaluate(() => {
    window.costs = [];
    // From the first listener to the last: the page's own work for a pointer move.
    let begun = 0;
    addEventListener("pointermove", () => (begun = performance.now()), { capture: true });
    addEventListener("pointermove", () => window.costs.push(performance.now() - begun));
  });
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  for (let i = 0; i < 400; ++i)
    await page.mouse.move(480 + 400 * Math.sin(i / 9), 380 + 260 * Math.cos(i / 13));
  await page.mouse.up();
  const costs = (await page.evaluate(() => window.costs)).sort((a, b) => a - b);
  const at = (part) => costs[Math.floor(costs.length * part)].toFixed(2);
  console.log(
    `a pointer move while dragging over ${last.view.tiles.length} tiles: ` +
      `median ${at(0.5)} ms, p95 ${at(0.95)} ms, below 4 (${costs.length} moves)`,
  );
  await page.context().close();
}
await close();
await files.close();
