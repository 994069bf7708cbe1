// How long the review of a game takes in the browser: to the first result, and to the end.
//   node bench/review.mjs [TURNS] [Quick|Medium|Thorough]      (after tools/web)
import { launch, openPage, serveFiles } from "../tests/web/browser.mjs";
import { recordOf } from "../tests/web/states.mjs";

const turns = Number(process.argv[2] ?? 50);
const effort = process.argv[3] ?? "Medium";

/** A game with this many turns, found among the first seeds. */
function record() {
  for (let seed = 1; seed < 200; ++seed) {
    const found = recordOf("base", turns, seed);
    if (JSON.parse(found).turns.length === turns) return found;
  }
  throw new Error(`no game of ${turns} turns`);
}

const files = await serveFiles({ packed: true });
const { browser, close } = await launch();
const page = await openPage(browser, files.url);
const efforts = { Quick: 100, Medium: 1000, Thorough: 5000 };
await page.evaluate(
  ([text, simulations]) => {
    localStorage.setItem("sixfold.review", JSON.stringify(text));
    localStorage.setItem("sixfold.review.effort", String(simulations));
  },
  [record(), efforts[effort]],
);
const started = Date.now();
await page.goto(`${files.url}/review`);
await page.locator(".moves .move").first().waitFor();
const first = Date.now() - started;
await page.locator(".sum").waitFor({ timeout: 600_000 });
const workers = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
console.log(
  `review of ${turns} turns, ${effort.toLowerCase()}, ${workers} workers: first result after ` +
    `${(first / 1000).toFixed(1)} s, end after ${((Date.now() - started) / 1000).toFixed(1)} s`,
);
await close();
await files.close();
