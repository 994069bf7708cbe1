// The visitor's finished games on the server, page by page. What has been loaded stays as long as the
// app is open, so that whoever comes back finds the list as it was.
import type { Refusal } from "../game/types";
import { accounts, Refused, type GameResult } from "./accounts";

/** Which games these are; null: none were asked for yet. */
let shown: string | null = null;
let games = $state.raw<GameResult[]>([]);
/** Before which the next page begins; null if all games are there. */
let next = $state.raw<string | null>(null);
let asking = $state(false);
let refusal = $state.raw<Refusal | null>(null);
/** Whoever asks for something else no longer wants the answers to what was asked before. */
let latest = 0;

export const archivedGames = () => games;
export const hasMoreArchived = () => next !== null;
export const asksArchive = () => asking;
/** Why there was no answer. */
export const archiveRefusal = () => refusal;

async function ask(wanted: string, before: string | null) {
  let page = await accounts.games(wanted, before);
  // A search through many games comes back now and then before it has found one.
  while (page.games.length === 0 && page.next !== undefined)
    page = await accounts.games(wanted, page.next);
  return page;
}

async function load(take: (own: () => boolean) => Promise<void>): Promise<void> {
  const number = ++latest;
  const own = () => number === latest;
  asking = true;
  try {
    await take(own);
    if (own()) refusal = null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (own()) refusal = error.refusal;
  } finally {
    if (own()) asking = false;
  }
}

/** Shows the games that are wanted, with those that have ended since they were last shown. Until they
    are there, what was shown before stays. */
export async function showArchive(wanted: string): Promise<void> {
  await load(async (own) => {
    const page = await ask(wanted, null);
    if (!own()) return;
    const known =
      wanted === shown ? page.games.findIndex(({ game }) => game === games[0]?.game) : -1;
    shown = wanted;
    if (known >= 0) {
      games = [...page.games.slice(0, known), ...games];
    } else {
      games = page.games;
      next = page.next ?? null;
    }
  });
}

/** Adds the next page. */
export async function showMoreArchived(): Promise<void> {
  const [wanted, before] = [shown, next];
  if (wanted === null || before === null) return;
  await load(async (own) => {
    const page = await ask(wanted, before);
    if (!own()) return;
    games = [...games, ...page.games];
    next = page.next ?? null;
  });
}

/** For a visitor who becomes somebody else. */
export function forgetArchive(): void {
  ++latest;
  shown = null;
  games = [];
  next = null;
  asking = false;
  refusal = null;
}
