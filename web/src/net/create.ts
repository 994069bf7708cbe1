import { anyGuest, cleanName } from "../game/names";
import { refusalText } from "../game/words";
import { t } from "../i18n/index.svelte";
import { go } from "../router.svelte";
import type { TablePlan } from "./messages";

/** Opens a table on the server, keeps seats there for accounts, and goes there. */
export async function create(plan: TablePlan, name: string, invite: string[] = []): Promise<void> {
  const { connection } = await import("./connection.svelte");
  const guest = t("online.guest", { number: anyGuest() });
  const answer = await connection.request({
    create: { name: cleanName(name) || guest, plan, ...(invite.length > 0 ? { invite } : {}) },
  });
  if ("refusal" in answer) throw new Error(refusalText(answer.refusal));
  go(`/t/${answer.ack.game}`);
}
