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

/**
 * Every moment of a game between greedy bots at which seat 0, the visitor's, has to choose. That
 * seat keeps its discs.
 */
export function* moments(plan) {
  let { game } = ask("new_game", plan);
  for (let step = 0; step < 400; ++step) {
    const { view, end } = ask("game_view", { game, seat: null });
    if (end) return;
    const own = ask("game_view", { game, seat: view.turn }).view;
    if (view.turn === 0) yield { game, view: own };
    const saving = own.acts.filter((act) => act !== "take" || own.acts.length === 1);
    const asked = view.turn === 0 ? { ...own, acts: saving } : own;
    const question = { id: 1, view: asked, bot: "greedy", seed: 9, stream: step, budget_ms: 1 };
    const { act } = ask("bot", question);
    ({ game } = ask("game_act", { game, seat: view.turn, act }));
  }
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
