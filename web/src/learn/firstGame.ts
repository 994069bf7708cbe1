// A first game for beginners: a whole one, short because its bag is small, against the weakest bot.
import { randomSeed } from "../game/plan";
import type { LocalPlan } from "../game/rules";
import { settings } from "../game/settings.svelte";
import type { Options } from "../game/types";
import { botName } from "../game/words";
import { t } from "../i18n/index.svelte";

const bot = "beginner";

const planWith = (options: Options): LocalPlan => ({
  variant: "base",
  options,
  theme: "classic",
  seats: [{ name: settings.name || t("table.you") }, { name: botName(bot), bot }],
  seed: randomSeed(),
});

export const firstPlan = () => planWith({ bag: "small" });
export const wholePlan = () => planWith({});
