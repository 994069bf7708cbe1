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

/** All placements that the hand of a view allows, the one with the most points first. */
export function placementsOf({ variant, options, board, tiles, hand, barred }) {
  const position = { variant, options, board, tiles, hand, barred };
  const { placements = [] } = JSON.parse(sixfold.moves(JSON.stringify(position)));
  return placements.toSorted((a, b) => b.points - a.points);
}
/** The placement with the most points, or what can be done instead. Discs are kept. */
function greedyAct({ view, preview }) {
  const [best] = placementsOf(view);
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
export function recordOf(edition, turns = Infinity, seed = 3, bots = ["greedy", "skilled"]) {
  const record = JSON.parse(sixfold.selfplay({ variant: edition, bots, seed, number: 0 }));
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

/** A game as earlier versions kept it in the browser; the app takes it over. */
export const keptGame = ({ game, plan }, revealed = null) => ({
  "sixfold.game": JSON.stringify({ game, plan, revealed }),
});

/** Stores items before the app is loaded the next time: an app that runs might take them over twice. */
export const giveNext = (page, items) =>
  page.addInitScript((all) => {
    if (sessionStorage.getItem("given")) return;
    sessionStorage.setItem("given", "yes");
    Object.assign(localStorage, all);
  }, items);

/** Opens the table at this moment, with no other game and nothing but settings in the browser. */
export async function openAt(page, url, moment, revealed = null) {
  // Leaves the app without loading it once more.
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(
    async (items) => {
      for (const key of Object.keys(localStorage))
        if (key !== "sixfold.settings") localStorage.removeItem(key);
      const databases = await indexedDB.databases();
      if (databases.some(({ name }) => name === "sixfold"))
        await new Promise((resolve, reject) => {
          const opening = indexedDB.open("sixfold");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const names = [...opening.result.objectStoreNames];
            const all = opening.result.transaction(names, "readwrite");
            for (const name of names) all.objectStore(name).clear();
            all.oncomplete = () => (opening.result.close(), resolve());
          };
        });
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    keptGame(moment, revealed),
  );
  await page.goto(`${url}/game`);
  await page.getByRole("grid").waitFor();
}

/** The local games that the browser has stored: what lists show, and what opens each again. */
export const storedGames = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("sixfold");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const both = opening.result.transaction(["games", "saves"]);
          const games = both.objectStore("games").getAll();
          const saves = both.objectStore("saves").getAll();
          both.oncomplete = () => {
            opening.result.close();
            resolve(
              games.result.map((game) => ({
                ...game,
                ...saves.result.find(({ id }) => id === game.id),
              })),
            );
          };
        };
      }),
  );

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
