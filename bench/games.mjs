// Local games as the web app plays them through the WebAssembly module: acts per second, each
// answered with the view, the scores, the preview and what is saved.
// usage: node bench/games.mjs [SECONDS]
import { actsOf } from "../tests/wasm/fixtures.mjs";
import { loadSixfold } from "../tests/wasm/loader.mjs";

const seconds = Number(process.argv[2] ?? 3);
const sixfold = await loadSixfold();

for (const { name, variant, options, theme } of sixfold.catalogue().editions) {
  const seats = ["Ann", "Bob"].map((person) => ({ name: person }));
  const plan = { variant, options, theme, seats, seed: 7 };
  // The same seed with bots in the seats: what they do, people can do.
  const bots = seats.map((seat) => ({ ...seat, bot: "greedy" }));
  let played = sixfold.ask("game_begin", { ...plan, seats: bots });
  while (!played.end) played = sixfold.ask("game_bot", { game: played.game });
  sixfold.ask("game_close", { game: played.game });
  const acts = JSON.parse(played.record).turns.flatMap(actsOf);
  let count = 0;
  let spent = 0;
  while (spent < seconds * 1000) {
    let shown = sixfold.ask("game_begin", plan);
    const start = process.cpuUsage();
    for (const act of acts) {
      const turns = shown.turns + shown.view.history.length;
      if (shown.covered !== null) shown = sixfold.ask("game_reveal", { game: shown.game, turns });
      const seat = shown.you;
      shown = sixfold.ask("game_act", { game: shown.game, turns, seat, act });
      if (shown.error) throw new Error(`${name}: ${JSON.stringify({ act, ...shown })}`);
      ++count;
    }
    const { user, system } = process.cpuUsage(start);
    spent += (user + system) / 1000;
    if (!shown.end) throw new Error(`${name}: ${JSON.stringify(shown)}`);
    sixfold.ask("game_close", { game: shown.game });
  }
  const perSecond = Math.round((1000 * count) / spent);
  console.log(`${name.padEnd(16)} ${String(acts.length).padStart(4)} acts ${String(perSecond).padStart(7)} per second of processor time`);
}
