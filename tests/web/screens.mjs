// The screens that have an address, and the browser data that gives them something to show.
import { readFileSync } from "node:fs";

import { giveNext, keptGame, momentWith, recordOf } from "./states.mjs";

export const puzzlesOf = (game) =>
  JSON.parse(readFileSync(new URL(`../../web/src/puzzles/${game}.json`, import.meta.url), "utf8"));
/** A puzzle in which tiles can be placed and traded. */
export const openPuzzle = puzzlesOf("base").find(
  ({ acts, answer }) => acts?.includes("trade") && answer.place?.length > 1,
);

const games = Array.from({ length: 3 }, (_, i) => ({
  at: i,
  variant: "base",
  theme: "classic",
  bots: i === 0 ? ["beginner", "greedy", "master"] : ["casual"],
  points: 100 + i,
  others: 99,
  won: true,
  best: 12,
  sixfolds: 1,
  turns: 20,
  daily: `2026-01-0${i + 1}`,
}));

const items = {
  "sixfold.games": JSON.stringify(games),
  "sixfold.review": JSON.stringify(recordOf("base", 4)),
  "sixfold.puzzles": JSON.stringify({
    rating: 1010,
    tried: {},
    course: [1000, 1010],
    open: [openPuzzle.id],
  }),
  ...keptGame(momentWith("cubes", (view) => view.history.length > 6)),
};
/** From the next page on. */
export const remember = (page) => giveNext(page, items);

/** Leaves a page for another one, without loading the app again. */
export const goTo = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
/** Visits an address from the start page, so that nothing of the screen before it is left. */
export async function visit(page, path, ready) {
  await goTo(page, "/");
  await page.locator(".doors").waitFor();
  await goTo(page, path);
  await page.locator(ready).first().waitFor();
}

/** Addresses, and what is there when the screen is complete. */
export const studies = [
  ["/learn", "li .button"],
  ["/learn/base", ".rack > .tile"],
  ["/learn/star-wars", ".cell.lying"],
  ["/rules/base", "figure svg"],
  ["/rules/select", "figure svg"],
  ["/review", ".moves .move"],
  ["/puzzles/cubes", ".rack > .tile"],
  ["/puzzles/base", ".rack > .tile"],
  ["/daily", "table"],
  ["/profile", ".u-over"],
  ["/games", "main li"],
  ["/scoring", "form .go"],
  ["/p#nothing", "[role=alert]"],
  ["/editor", ".palette button"],
];
export const others = [
  ["/", ".doors"],
  ["/more", "li .button"],
  ["/nowhere", "[role=alert]"],
  ["/game", ".rack > .tile"],
  ["/setup?game=select-connect", ".map > svg"],
  ["/setup/online", "footer .go"],
  ["/setup/pass", "footer .go"],
  ["/lobby", ".entries > li"],
  ["/t/NOSUCH", "[role=alert]"],
  ["/account", "form"],
  ["/friends", "main .go"],
  ["/claim", "form"],
  ["/ranking/base", "[aria-live] > p"],
  ["/replay", "[role=alert]"],
  ["/learn/select", ".cell"],
  ["/learn/connect", ".cell"],
  ["/learn/cubes", ".cell"],
  ["/rules/star-wars", "main h2"],
  ["/rules/cubes", "figure svg"],
  ["/rules/connect", "figure svg"],
  ["/rules/select-connect", "main h2"],
];
