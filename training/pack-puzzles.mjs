// Adds puzzles that `sixfold puzzles --check` confirmed to the app's files, one for each game, and
// gives all of them the theme that the program finds in position and answer. Puzzles that the app
// already has stay, with their ids; a position that it has is not added again.
//   node training/pack-puzzles.mjs MOST FILE.jsonl…
// MOST limits the puzzles of a game. Needs build/release/sixfold and build/wasm/sixfold.wasm.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadSixfold } from "../tests/wasm/loader.mjs";

const [most, ...inputs] = process.argv.slice(2);
const folder = new URL("../web/src/puzzles/", import.meta.url);
const program = new URL("../build/release/sixfold", import.meta.url).pathname;
const { editions } = (await loadSixfold()).catalogue();

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

/** The puzzle as the program reads it. */
function unpacked(variant, puzzle) {
  const { copies, rolled, open_hands: open, board } = editions.find(({ name }) => name === variant);
  const pieceOf = (tile) => (rolled ? tile[0] : tile.slice(0, 2));
  const unseen = {};
  for (const colour of "ROYGBP")
    for (const shape of rolled ? [""] : "csdlxt") unseen[colour + shape] = copies;
  for (const tile of [...puzzle.tiles, ...puzzle.hand, ...(puzzle.otherHand ?? [])])
    unseen[pieceOf(tile)] -= 1;
  const seat = (i, held, hand) => ({
    name: String(i),
    score: puzzle.scores[i],
    held,
    discs: puzzle.discs?.[i] ?? 0,
    in: true,
    ...(open ? { hand } : {}),
  });
  const view = {
    variant,
    options: {},
    ...(board
      ? { board: { size: board.size, stars: puzzle.stars, starts: board.starts, bonus: board.bonus } }
      : {}),
    tiles: puzzle.tiles,
    seat: 0,
    turn: 0,
    opened: true,
    hand: puzzle.hand,
    bag: puzzle.bag,
    unseen: Object.fromEntries(Object.entries(unseen).filter(([, count]) => count > 0)),
    seats: [
      seat(0, puzzle.hand.length, puzzle.hand),
      seat(1, puzzle.held, puzzle.otherHand ?? []),
    ],
    acts: puzzle.acts,
    barred: puzzle.barred ?? null,
    history: [],
  };
  return { theme: puzzle.theme, rating: puzzle.rating, margin: 0, view, answer: puzzle.answer };
}

function withThemes(variant, puzzles) {
  const input = puzzles.map((puzzle) => `${JSON.stringify(unpacked(variant, puzzle))}\n`).join("");
  const run = spawnSync(program, ["puzzles", "--themes", "-"], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const themed = run.stdout.trim().split("\n");
  if (run.status !== 0 || themed.length !== puzzles.length) throw new Error(run.stderr);
  return puzzles.map((puzzle, i) => ({ ...puzzle, theme: JSON.parse(themed[i]).theme }));
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

/** What makes two puzzles the same: the position. */
const positionOf = ({ tiles, hand, otherHand, scores, bag }) =>
  JSON.stringify([tiles, hand.toSorted(), otherHand?.toSorted(), scores, bag]);

const found = new Map(editions.map(({ name }) => [name, []]));
for (const input of inputs)
  for (const line of readFileSync(input, "utf8").trim().split("\n")) {
    const puzzle = JSON.parse(line);
    found.get(puzzle.view.variant).push(packed(puzzle));
  }
let total = 0;
for (const [variant, candidates] of found) {
  const file = new URL(`${variant}.json`, folder);
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const known = new Set(before.map(positionOf));
  const added = candidates.filter((puzzle) => {
    const position = positionOf(puzzle);
    return !known.has(position) && known.add(position);
  });
  if (before.length + added.length === 0) continue;
  const kept = withThemes(variant, before);
  const chosen = mixed(added.length > 0 ? withThemes(variant, added) : []).slice(
    0,
    Math.max(0, Number(most) - kept.length),
  );
  const all = [...kept, ...chosen];
  all.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const text = `[\n${all.map((puzzle) => JSON.stringify(puzzle)).join(",\n")}\n]\n`;
  writeFileSync(file, text);
  const counts = {};
  for (const { theme } of all) counts[theme] = (counts[theme] ?? 0) + 1;
  const size = (gzipSync(text, { level: 9 }).length / 1000).toFixed(1);
  console.log(variant, `${all.length} (${chosen.length} new), ${size} kB gzip`, counts);
  total += all.length;
}
console.log(`${total} in all`);
