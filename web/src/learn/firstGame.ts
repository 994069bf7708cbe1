// The end of a real game for a beginner: bots play until the bag is nearly empty, then the learner
// takes a seat.
import { rules, type LocalPlan } from "../game/rules";
import { t } from "../i18n/index.svelte";
import { botName } from "../game/words";

const bot = "beginner";
const tilesLeft = 8;
/** Games in which both have about the same number of points when the learner sits down. */
const seeds = [4, 9, 17, 23, 31, 42];

/** Against the weakest bot. */
export const firstPlan = (seed: number): LocalPlan => ({
  variant: "base",
  options: {},
  theme: "classic",
  seats: [{ name: t("table.you") }, { name: botName(bot), bot }],
  seed,
});

export async function nearlyOver(): Promise<{ plan: LocalPlan; game: string }> {
  const seed = seeds[Math.floor(Math.random() * seeds.length)] ?? 4;
  const plan = firstPlan(seed);
  let { game } = await rules.newGame(plan);
  for (let stream = 0; ; ++stream) {
    const { view } = await rules.gameView(game, null);
    if (view.bag <= tilesLeft && view.turn === 0) return { plan, game };
    const own = await rules.gameView(game, view.turn);
    const question = { view: own.view, bot: "regular", seed, stream, budget_ms: 50 };
    const act = await rules.levelAct(question);
    ({ game } = await rules.gameAct(game, view.turn, act));
  }
}
