// Packs the puzzles that `sixfold puzzles --check` confirmed into the app's files, one for each game.
//   node training/pack-puzzles.mjs [MOST] FILE.jsonl…
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [most, ...inputs] = process.argv.slice(2);
const folder = new URL("../web/src/puzzles/", import.meta.url);

/** What cannot be told from the rest: seat 0 is the one that is to choose. */
function packed({ theme, rating, view, answer }) {
  const own = view.seats[view.seat];
  const other = view.seats[1 - view.seat];
  const kept = {
    theme,
    rating,
    tiles: view.tiles,
    hand: view.hand,
    bag: view.bag,
    held: other.held,
    scores: [own.score, other.score],
    acts: view.acts,
    answer,
  };
  if (other.hand) kept.otherHand = other.hand;
  if (view.board) Object.assign(kept, { stars: view.board.stars, discs: [own.discs, other.discs] });
  if (view.barred) kept.barred = view.barred;
  const id = createHash("sha256").update(JSON.stringify(kept)).digest("hex").slice(0, 8);
  return { id, ...kept };
}

/** By turns from each theme, so that none fills the file. */
function mixed(puzzles) {
  const themes = new Map();
  for (const puzzle of puzzles)
    themes.set(puzzle.theme, [...(themes.get(puzzle.theme) ?? []), puzzle]);
  const order = [];
  for (let i = 0; order.length < puzzles.length; ++i)
    for (const all of themes.values()) if (all[i]) order.push(all[i]);
  return order;
}

const byGame = new Map();
for (const input of inputs)
  for (const line of readFileSync(input, "utf8").trim().split("\n")) {
    const puzzle = JSON.parse(line);
    const { variant } = puzzle.view;
    byGame.set(variant, [...(byGame.get(variant) ?? []), packed(puzzle)]);
  }
for (const [variant, puzzles] of byGame) {
  const chosen = mixed(puzzles).slice(0, Number(most));
  chosen.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const lines = chosen.map((puzzle) => JSON.stringify(puzzle)).join(",\n");
  writeFileSync(new URL(`${variant}.json`, folder), `[\n${lines}\n]\n`);
  const counts = {};
  for (const { theme } of chosen) counts[theme] = (counts[theme] ?? 0) + 1;
  console.log(variant, chosen.length, counts);
}
