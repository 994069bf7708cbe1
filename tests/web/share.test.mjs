// Games shown to others: a frame in a page of another site, which is all that may be framed, and
// animated pictures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { axeSource, eventually, openPage, serveGames } from "./browser.mjs";
import { stage } from "./stage.mjs";
import { recordOf } from "./states.mjs";
import { finished, openReview } from "./study.mjs";

const { server, chrome } = stage(() => serveGames("--log", "off"));

const game = "a".repeat(32);
const record = recordOf("base");
const turns = JSON.parse(record).turns.length;

/** A page of another site that frames whatever its query names. */
const foreign = createServer((request, response) => {
  const framed = new URL(request.url, "http://localhost").searchParams.get("frame");
  response.writeHead(200, { "content-type": "text/html" });
  response.end(`<!doctype html><title>Blog</title><link rel="icon" href="data:,"><h1>My best game</h1>
    <iframe src="${framed}" title="Game" width="640" height="560" style="max-width:100%"></iframe>`);
});
before(() => new Promise((resolve) => foreign.listen(0, "localhost", resolve)));
after(() => new Promise((resolve) => (foreign.closeAllConnections(), foreign.close(resolve))));

/** As a visitor who has never been at the app's own pages. */
async function openForeign(path, options = {}) {
  const context = await chrome.browser.newContext({
    locale: "en-GB",
    colorScheme: "dark",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(120_000);
  await context.route(`**/api/games/${game}/record`, (route) => route.fulfill({ body: record }));
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  const address = encodeURIComponent(server.url + path);
  await page.goto(`http://localhost:${foreign.address().port}/?frame=${address}`);
  return page;
}
const where = (frame) => frame.locator(".at");
const says = (frame, turn) =>
  where(frame)
    .getByText(turn === 0 ? "Before the first turn" : `After turn ${turn} of ${turns}`)
    .waitFor();

for (const [name, options] of [
  ["a desktop, dark", { viewport: { width: 1280, height: 800 } }],
  ["a phone, light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
])
  test(`a finished game in a page of another site, on ${name}`, async () => {
    const page = await openForeign(`/embed/g/${game}?turn=3`, options);
    const frame = page.frameLocator("iframe");
    await says(frame, 3);
    const look = options.colorScheme ?? "dark";
    assert.equal(await frame.locator("html").getAttribute("data-look"), look);
    const tiles = frame.locator(".cell[data-tile]");
    const laid = (upTo) =>
      JSON.parse(record)
        .turns.slice(0, upTo)
        .flatMap((turn) => turn.place ?? []).length;
    const shows = (turn) =>
      eventually(
        () => tiles.count(),
        (count) => count === laid(turn),
      );
    assert.equal(await shows(3), laid(3));
    await frame.getByRole("button", { name: "One turn forward" }).click();
    await says(frame, 4);
    assert.equal(await shows(4), laid(4));
    await page.keyboard.press("ArrowRight");
    await says(frame, 5);
    await page.keyboard.press("Home");
    await says(frame, 0);
    await page.keyboard.press("End");
    await says(frame, turns);
    assert.equal(await shows(turns), laid(turns));
    // The way to the app is out of the frame.
    const links = frame.locator("a");
    assert.equal(await links.count(), 1);
    assert.equal(await links.getAttribute("target"), "_blank");
    assert.equal(await links.getAttribute("href"), `/g/${game}?turn=${turns}`);
    // Nothing overflows the frame, and nothing is left behind.
    const inner = page.frames().find((one) => one.url().startsWith(server.url));
    const state = await inner.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      // The browser may not even let it store anything.
      const stored = () => Object.keys(localStorage);
      const tryTo = (read) => {
        try {
          return read();
        } catch {
          return [];
        }
      };
      return [scrollWidth - innerWidth, scrollHeight - innerHeight, document.cookie, tryTo(stored)];
    });
    assert.deepEqual(state, [0, 0, "", []]);
    assert.deepEqual(await page.context().cookies(), []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test("a frame says if there is no such game", async () => {
  const page = await openForeign(`/embed/g/${"b".repeat(32)}`);
  await page
    .frameLocator("iframe")
    .getByText("There is no such game, or it is not over yet.")
    .waitFor();
  await page.context().close();
});

test("no other page of the app can be framed", async () => {
  for (const path of [
    "/",
    `/g/${game}`,
    "/account",
    "/t/BCDFGH",
    "/embed.html",
    "/embed/g",
    "/nowhere",
  ]) {
    const page = await openForeign(path);
    const url = await eventually(
      () => page.frames()[1]?.url() ?? "",
      (now) => now.startsWith("chrome-error:"),
    );
    assert.ok(url.startsWith("chrome-error:"), `${path}: ${url}`);
    assert.match(page.faults.join(), /frame-ancestors 'none'/, path);
    await page.context().close();
  }
});

test("the frame is accessible, and what is kept for offline use does not replace it", async () => {
  const page = await openPage(chrome.browser, server.url, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .context()
    .route(`**/api/games/${game}/record`, (route) => route.fulfill({ body: record }));
  await page.goto(`${server.url}/embed/g/${game}`);
  await says(page, 0);
  assert.equal(await page.locator("nav").count(), 0);
  await page.evaluate(readFileSync(axeSource, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes[0].html]),
    [],
  );
  await page.context().close();
});

/** What Chromium's own decoder finds in the picture. */
const decoded = (page, bytes) =>
  page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    const frames = [];
    for (let frameIndex = 0; frameIndex < frameCount; ++frameIndex) {
      const { image } = await decoder.decode({ frameIndex });
      const bytes = new Uint8Array(image.allocationSize({ format: "RGBA" }));
      await image.copyTo(bytes, { format: "RGBA" });
      // A quick sum over the pixels tells pictures apart.
      let sum = 0;
      let opaque = true;
      for (let i = 0; i < bytes.length; i += 4) {
        sum = (sum * 31 + bytes[i] + 256 * bytes[i + 1] + 65_536 * bytes[i + 2]) % 1_000_003;
        opaque &&= bytes[i + 3] === 255;
      }
      frames.push({
        width: image.displayWidth,
        height: image.displayHeight,
        ms: image.duration / 1000,
        sum,
        opaque,
      });
    }
    return { frames, forEver: repetitionCount === Infinity };
  }, bytes.toString("base64"));

async function film(page, dialog, length) {
  const part = dialog.getByRole("region", { name: "Animated picture" });
  await part.getByRole("combobox").selectOption(length);
  await part.getByRole("button", { name: "GIF" }).click();
  const image = part.getByRole("img", { name: "Animated picture" });
  await eventually(
    () => image.evaluateAll(([shown]) => shown?.naturalWidth ?? 0),
    (width) => width > 0,
  );
  const saving = page.waitForEvent("download");
  await part.getByRole("button", { name: "Save the animated picture" }).click();
  const bytes = readFileSync(await (await saving).path());
  assert.equal(bytes.subarray(0, 6).toString(), "GIF89a");
  return { bytes: bytes.length, ...(await decoded(page, bytes)) };
}

test("the last turns of a game, or all of them, as an animated picture", async () => {
  const page = await openReview(chrome.browser, server.url, recordOf("base", 8));
  const scripts = [];
  page.on("response", (response) => response.url().endsWith(".js") && scripts.push(response.url()));
  await finished(page);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Share this move" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this move" });
  await dialog.getByRole("img").first().waitFor();
  const before = scripts.length;
  for (const [length, count] of [
    ["the last 5 turns", 6],
    ["the whole game", 9],
  ]) {
    const { frames, forEver, bytes } = await film(page, dialog, length);
    assert.equal(frames.length, count, length);
    assert.ok(forEver);
    const [{ width, height }] = frames;
    assert.equal(Math.max(width, height), 640);
    for (const frame of frames) {
      assert.deepEqual([frame.width, frame.height], [width, height]);
      assert.ok(frame.opaque);
    }
    assert.equal(
      new Set(frames.map(({ sum }) => sum)).size,
      count,
      "every turn is another picture",
    );
    assert.deepEqual(
      frames.map(({ ms }) => ms),
      [...Array(count - 1).fill(1200), 4000],
    );
    assert.ok(bytes < 1_500_000, `${bytes} bytes`);
  }
  assert.ok(scripts.length > before, "the library is loaded for the first film");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a replay is shared as a picture with points, as a link and as a frame", async () => {
  const page = await openPage(chrome.browser, `${server.url}/healthz`, {
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 390, height: 844 },
  });
  await page
    .context()
    .route(`**/api/games/${game}/record`, (route) => route.fulfill({ body: record }));
  const placed = JSON.parse(record).turns.findIndex(({ place }, i) => i > 3 && place) + 1;
  const { points } = JSON.parse(record).turns[placed - 1];
  await page.goto(`${server.url}/g/${game}?turn=${placed}`);
  await page.getByRole("button", { name: "Share this turn" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this turn" });
  const image = dialog.getByRole("img", { name: new RegExp(`^Turn ${placed}: .* \\+${points}$`) });
  await image.waitFor();
  const svg = decodeURIComponent((await image.getAttribute("src")).split(",").slice(1).join(","));
  assert.match(svg, />\+\d+<\/text>/);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Copy a link to this move" }).click();
  await page.getByText("The link is on your clipboard.").waitFor();
  assert.equal(await read(), `${server.url}/g/${game}?turn=${placed}`);
  await dialog.getByRole("button", { name: "Copy embed code" }).click();
  await page.getByText(/^The code is on your clipboard/).waitFor();
  const code = await read();
  await page.setContent(code);
  const frame = page.frameLocator("iframe");
  await says(frame, placed);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.context().close();
});
