// How long the review of a game takes in the browser: to the first result, and to the end.
//   node bench/review.mjs [TURNS] [QUICK|USUAL|THOROUGH]      (after tools/web)
import { launch, openPage, serveFiles } from "../tests/web/browser.mjs";
import { recordOf } from "../tests/web/states.mjs";

const turns = Number(process.argv[2] ?? 50);
const effort = process.argv[3] ?? "Usual";

/** A game with this many turns, found among the first seeds. */
function record() {
  for (let seed = 1; seed < 200; ++seed) {
    const found = recordOf("base", turns, seed);
    if (JSON.parse(found).turns.length === turns) return found;
  }
  throw new Error(`no game of ${turns} turns`);
}

const files = await serveFiles({ gzip: true });
const { browser, close } = await launch();
const page = await openPage(browser, files.url);
await page.evaluate(
  (text) => localStorage.setItem("sixfold.review", JSON.stringify(text)),
  record(),
);
await page.goto(`${files.url}/review`);
await page.getByLabel("How thorough").selectOption({ label: effort });
const started = Date.now();
await page.locator(".acts .row").first().waitFor();
const first = Date.now() - started;
await page.getByRole("heading", { name: "Skill and luck" }).waitFor({ timeout: 600_000 });
const workers = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
console.log(
  `review of ${turns} turns, ${effort.toLowerCase()}, ${workers} workers: first result after ` +
    `${(first / 1000).toFixed(1)} s, end after ${((Date.now() - started) / 1000).toFixed(1)} s`,
);
await close();
await files.close();
