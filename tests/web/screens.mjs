// The screens that have an address, and the browser data that gives them something to show.
import { keptGame, momentWith, recordOf } from "./states.mjs";

const games = Array.from({ length: 3 }, (_, i) => ({
  at: i,
  variant: "base",
  theme: "classic",
  bots: ["casual"],
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
  "sixfold.puzzles": JSON.stringify({ rating: 1010, tried: {}, course: [1000, 1010] }),
  ...keptGame(momentWith("cubes", (view) => view.history.length > 6)),
};
export const remember = (page) => page.evaluate((all) => Object.assign(localStorage, all), items);

/** Addresses, and what is there when the screen is complete. */
export const studies = [
  ["/learn", "li button"],
  ["/learn/base", ".rack > .tile"],
  ["/learn/star-wars", ".cell.lying"],
  ["/rules/base", "figure svg"],
  ["/rules/select", "figure svg"],
  ["/review", ".acts .row"],
  ["/puzzles/cubes", ".rack > .tile"],
  ["/puzzles/base", ".rack > .tile"],
  ["/daily", "table"],
  ["/profile", ".u-over"],
  ["/scoring", "form .go"],
  ["/p#nothing", "[role=alert]"],
];
export const others = [
  ["/", ".ways"],
  ["/game", ".rack > .tile"],
  ["/setup?game=select-connect", ".map > svg"],
  ["/setup/online", "footer .go"],
  ["/setup/pass", "footer .go"],
  ["/lobby", ".entries > li"],
  ["/t/NOSUCH", "[role=alert]"],
  ["/account", "form"],
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
