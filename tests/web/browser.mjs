// Shared by the browser tests: the built app on a server, and Debian's Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const web = new URL("../../web/", import.meta.url);
const require = createRequire(new URL("package.json", web));
export const { chromium } = require("playwright-core");
export const axeSource = require.resolve("axe-core/axe.min.js");
export const dist = fileURLToPath(new URL("dist/", web));

export const program =
  process.env.SIXFOLD_PROGRAM ??
  fileURLToPath(new URL("../../build/release/sixfold", import.meta.url));

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Whether a path is one of the app's addresses; `*` stands for one part of it. */
function isAddress(path) {
  const parts = (text) => text.split("/").filter(Boolean);
  const given = parts(path);
  const lines = readFileSync(join(dist, "addresses.txt"), "utf8").trim().split("\n");
  return lines.map(parts).some(
    (wanted) =>
      wanted.length === given.length &&
      wanted.every((part, i) => part === "*" || part === given[i]),
  );
}

const packings = [
  { encoding: "br", extension: ".br" },
  { encoding: "gzip", extension: ".gz" },
];

/**
 * Serves the files of the build, the app for its addresses, and the app with the status 404 for any
 * other page, like the real server.
 */
export async function serveFiles({ packed = false } = {}) {
  let build = 0;
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    if (path.startsWith("/api/")) return response.writeHead(404).end();
    if (path === "/service-worker.js" && build > 0) {
      response.writeHead(200, { "content-type": "text/javascript" });
      return response.end(`${readFileSync(join(dist, path), "utf8")}\n// ${build}`);
    }
    let file = join(dist, path);
    let status = 200;
    if (!existsSync(file) || !statSync(file).isFile()) {
      file = join(dist, path.startsWith("/embed/") ? "embed.html" : "index.html");
      if (!isAddress(path)) status = 404;
      if (status === 404 && !request.headers.accept?.includes("text/html"))
        return response.writeHead(404).end();
    }
    const headers = { "content-type": types[extname(file)] ?? "text/plain" };
    if (path.startsWith("/assets/")) headers["cache-control"] = "max-age=31536000, immutable";
    const packing = packed && packings.find(({ extension }) => existsSync(file + extension));
    if (packing) headers["content-encoding"] = packing.encoding;
    response.writeHead(status, headers);
    createReadStream(packing ? file + packing.extension : file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on there is a newer build. */
    renew: () => ++build,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

/** The real server with the build's files, on its own folder. */
export async function serveGames(...options) {
  const data = mkdtempSync(join(tmpdir(), "sixfold-web-"));
  let child;
  const start = async (port) => {
    const all = ["serve", "--port", String(port), "--data", data, "--web", dist, ...options];
    child = spawn(program, all, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const found = /:(\d+)/.exec(line);
      if (found) return Number(found[1]);
    }
    throw new Error("the server did not start");
  };
  const stop = () =>
    new Promise((resolve, reject) => {
      child.once("exit", (code, signal) =>
        code === 0 ? resolve() : reject(new Error(`the server ended with ${code ?? signal}`)),
      );
      child.kill("SIGTERM");
    });
  const port = await start(0);
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    // Another process may have been given the port meanwhile, but not for long.
    start: async () => {
      for (let tries = 0; ; ++tries)
        try {
          return await start(port);
        } catch (error) {
          if (tries === 20) throw error;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
    },
    close: async () => {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const shell = process.env.SIXFOLD_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

export async function launch(more = [], executablePath = shell) {
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
    },
  };
}

/**
 * Reads until `is` accepts the answer, and returns it: for what the page shows only after its worker
 * has answered. What never comes is reported by the last answer.
 */
export async function eventually(read, is) {
  for (let i = 0; ; ++i) {
    const answer = await read();
    if (is(answer) || i === 600) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Local games are dealt the same tiles in every run; another number deals others. */
const seed = Number(process.env.SIXFOLD_WEB_SEED ?? 1);

/** Runs in the page: makes the seeds of local games, and whatever `Math.random` decides, repeatable. */
function fixChance(seed) {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => next() / 2 ** 32;
  // Keys and the shares of an online bag are bytes, and stay random: no two pages have the same ones.
  const fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (numbers) => {
    if (!(numbers instanceof Uint32Array)) return fill(numbers);
    for (const i of numbers.keys()) numbers[i] = next();
    return numbers;
  };
}

/** A page in its own context: English, reduced motion, and no service worker unless asked for. */
export async function openPage(browser, url, { settings = {}, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    colorScheme: "dark",
    serviceWorkers: "block",
    ...options,
  });
  await context.addInitScript(fixChance, seed);
  await context.addInitScript((given) => {
    if (!localStorage.getItem("sixfold.settings"))
      localStorage.setItem("sixfold.settings", JSON.stringify({ calm: true, volume: 0, ...given }));
  }, settings);
  // A missing element is reported after this time; bench/ measures speed.
  context.setDefaultTimeout(Number(process.env.SIXFOLD_WAIT ?? 120_000));
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    // Outside the app there is no icon for the tab.
    const isIcon = message.location().url.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon) page.faults.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** Closes pages in which nothing went wrong. */
export async function closeAll(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}
