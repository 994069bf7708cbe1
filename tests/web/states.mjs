// Moments of games at which to open the app, made by the module itself and the same on every run.
import { loadSixfold } from "../wasm/loader.mjs";

const sixfold = await loadSixfold();
const { editions } = sixfold.catalogue();

export const ask = sixfold.ask;

export function planFor(name, seats, seed = 1) {
  const { variant, theme, options } = editions.find((edition) => edition.name === name);
  return { variant, theme, options, seats, seed };
}

export const youAndBot = [{ name: "You" }, { name: "Greedy", bot: "greedy" }];

/** What the app stores of a game whose turns have all been asked for. */
const savedText = ({ saved: { head, turns, tail } }) => head + turns.join(",") + tail;
/** A new game as the app stores it, and how it looks at first. */
export function newGame(plan) {
  const shown = ask("game_begin", plan);
  ask("game_close", { game: shown.game });
  return { game: savedText(shown), shown };
}
/** What an act does to a stored game: the error, or the game as the app stores it then. */
export function actIn(saved, act) {
  const { game, you } = ask("game_open", { saved });
  const shown = ask("game_act", { game, seat: you, act });
  ask("game_close", { game });
  return shown.error ? { error: shown.error } : { game: savedText(shown) };
}

/** The placement with the most points, or what can be done instead. Discs are kept. */
function greedyAct({ view, preview }) {
  const { variant, options, board, tiles, hand, barred } = view;
  const position = { variant, options, board, tiles, hand, barred };
  const { placements = [] } = JSON.parse(sixfold.moves(JSON.stringify(position)));
  const [best] = placements.toSorted((a, b) => b.points - a.points);
  if (view.acts.includes("place") && best) return { place: best.place };
  if (view.acts.includes("roll")) return { roll: [] };
  if (view.acts.includes("trade")) return { trade: view.hand.slice(0, preview.trade.most) };
  return { pass: true };
}

/**
 * Every moment of a game at which seat 0, the visitor's, has to choose. That seat plays greedily,
 * but keeps its discs.
 */
export function* moments(plan) {
  let shown = ask("game_begin", plan);
  const { game } = shown;
  for (let step = 0; step < 400 && !shown.end; ++step) {
    if (!shown.bot) yield { game: savedText(shown), view: shown.view };
    shown = shown.bot
      ? ask("game_bot", { game })
      : ask("game_act", { game, seat: shown.you, act: greedyAct(shown) });
    if (shown.error) throw new Error(JSON.stringify(shown.error));
  }
  ask("game_close", { game });
}

/** The record of a game between greedy bots, or of its first turns. */
export function recordOf(edition, turns = Infinity, seed = 3) {
  const record = JSON.parse(
    sixfold.selfplay({ variant: edition, bots: ["greedy", "skilled"], seed, number: 0 }),
  );
  if (record.turns.length <= turns) return JSON.stringify(record);
  record.turns.length = turns;
  for (const key of ["end", "scores", "winners"]) delete record[key];
  return JSON.stringify(record);
}

/** The first moment over several games that has what the test needs. */
export function momentWith(edition, found, seats = youAndBot) {
  for (let seed = 1; seed < 60; ++seed) {
    const plan = planFor(edition, seats, seed);
    for (const moment of moments(plan)) {
      const what = found(moment.view, moment.game);
      if (what) return { ...moment, plan, what };
    }
  }
  throw new Error(`no such moment in ${edition}`);
}

/** What the app keeps of a game in the browser. */
export const keptGame = ({ game, plan }, revealed = null) => ({
  "sixfold.game": JSON.stringify({ game, plan, revealed }),
});

/** Opens the table at this moment. */
export async function openAt(page, url, moment, revealed = null) {
  await page.goto(url);
  await page.evaluate(
    (items) => {
      for (const key of Object.keys(localStorage))
        if (key !== "sixfold.settings") localStorage.removeItem(key);
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    keptGame(moment, revealed),
  );
  await page.goto(`${url}/game`);
  await page.getByRole("grid").waitFor();
}

/** All cells around the tiles of a view. */
export function cellsAround(view) {
  const tiles = new Set(view.tiles.map((placed) => placed.split("@")[1]));
  const around = new Set();
  for (const cell of tiles) {
    const [x, y] = cell.split(",").map(Number);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ])
      if (!tiles.has(`${x + dx},${y + dy}`)) around.add(`${x + dx},${y + dy}`);
  }
  return [...around];
}
