// Begins a local game, and leads to its table.
import { t } from "../i18n/index.svelte";
import { go } from "../router.svelte";
import { LocalSession } from "./local.svelte";
import { dropGame } from "./localGames.svelte";
import { RulesError, type LocalPlan } from "./rules";
import { refusalText } from "./words";

// Of several games that are begun at once, only the last is kept.
let begun = 0;
export async function begin(plan: LocalPlan, saved?: string): Promise<void> {
  const own = ++begun;
  const { id } = await LocalSession.begin(plan, saved);
  if (own === begun) go(`/game/${id}`);
  else await dropGame(id);
}

/** What to say of a game that could not be begun. If the module is missing, every page says so. */
export function beginProblem(error: unknown): string | null {
  if (!(error instanceof RulesError)) return t("app.failed", { message: String(error) });
  const { refusal } = error;
  return refusal.code === "module" ? null : t("app.failed", { message: refusalText(refusal) });
}
