// Friends and invitations, as described in docs/openapi.json.
import { ask, remove, type OwnRating, type Statistics } from "./accounts";
import type { Variant } from "../game/types";
import { connection } from "./connection.svelte";
import { showInvitations, type Invitation } from "./invited.svelte";
import { lookAt } from "./look";

export interface Acquaintance {
  name: string;
  since_ms: number;
}
export interface Friends {
  /** Of the visitor's own link; missing until it is made. */
  code?: string;
  friends: (Acquaintance & { here: boolean })[];
  asking: Acquaintance[];
  requested: Acquaintance[];
  blocked: Acquaintance[];
}
export interface PublicProfile {
  name: string;
  bot: boolean;
  closed?: boolean;
  /** These are missing if the profile is closed. */
  ratings?: OwnRating[];
  steps?: { variant: Variant; players: OwnRating["players"]; ended_ms: number; rating: number }[];
  statistics?: Partial<Record<Variant, Statistics>>;
  against_bots?: Record<string, { games: number; won: number }>;
}

const part = encodeURIComponent;

export const people = {
  list: () => ask<Friends>("me/friends"),
  /** Also accepts. Answers whether they are friends now. */
  ask: (who: { name: string } | { code: string }) =>
    ask<{ friends: boolean }>("me/friends", who).then(({ friends }) => friends),
  /** Also declines, and takes a request back. */
  remove: (name: string) => ask("me/friends/remove", { name }),
  block: (name: string) => ask("me/blocked", { name }),
  unblock: (name: string) => ask("me/blocked/remove", { name }),
  makeLink: () => ask<{ code: string }>("me/friends/link", {}),
  /** Whose link it is. */
  ownerOf: (code: string) =>
    ask<{ name: string }>(`friends/${part(code)}`).then(({ name }) => name),
  profile: (name: string) => ask<PublicProfile>(`players/${part(name)}`),
  closeProfile: (closed: boolean) => ask("account/profile", { closed }),
  waiting: () => ask<{ invitations: Invitation[]; asking: number }>("me/invitations"),
  decline: (game: string) => remove(`me/invitations/${game}`),
};

/** Sits down if that is still possible. */
export async function accept({ game }: Invitation, name: string): Promise<void> {
  const table = await lookAt(game);
  if (table) await connection.command(game, table.seq, { join: { name } });
}

const everyMs = 20_000;
let latest = 0;
/** Asks who invites the visitor, and who wants to be a friend. */
export async function lookForInvitations(): Promise<void> {
  const own = ++latest;
  const found = await people.waiting().catch(() => null);
  if (found && own === latest) showInvitations(found.invitations, found.asking);
}

let following: number | undefined;
const look = () => {
  if (document.visibilityState === "visible") void lookForInvitations();
};
/** Keeps asking while the page is seen. */
export function followInvitations(): void {
  void lookForInvitations();
  if (following !== undefined) return;
  following = window.setInterval(look, everyMs);
  document.addEventListener("visibilitychange", look);
}
/** For a visitor without an account. */
export function stopFollowing(): void {
  ++latest;
  clearInterval(following);
  following = undefined;
  document.removeEventListener("visibilitychange", look);
  showInvitations([], 0);
}
