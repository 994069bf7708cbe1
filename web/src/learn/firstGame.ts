// The end of a real game for a beginner: bots play until the bag is nearly empty, then the learner
// takes a seat.
import type { LocalPlan } from "../game/rules";
import { t } from "../i18n/index.svelte";
import { botName } from "../game/words";

const bot = "beginner";
/** Who plays for both until so few tiles are left. */
export const ahead = { bot: "regular", bag: 8 };
/** Games in which both have about the same number of points when the learner sits down. */
const seeds = [1, 6, 17, 20, 46, 83];

/** Against the weakest bot. */
export const firstPlan = (seed: number): LocalPlan => ({
  variant: "base",
  options: {},
  theme: "classic",
  seats: [{ name: t("table.you") }, { name: botName(bot), bot }],
  seed,
});

export const nearlyOver = (): LocalPlan =>
  firstPlan(seeds[Math.floor(Math.random() * seeds.length)] ?? 4);
