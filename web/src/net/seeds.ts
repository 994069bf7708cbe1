// What this browser has added to bags, and the commitments that it saw before: a record is checked
// against them when the game is over.
import { keep, kept } from "../game/settings.svelte";

export interface NotedSeed {
  game: string;
  commitment: string;
  seed: string;
}

const storageKey = "sixfold.seeds";
const mostGames = 200;
const seedBytes = 32;

const allNoted = () => kept<NotedSeed[]>(storageKey) ?? [];

export const noted = (game: string) => allNoted().find((one) => one.game === game) ?? null;

/** A seed of its own for a game. The commitment that was seen first is the one that counts. */
export function newSeed(game: string, commitment: string): string {
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(seedBytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const first = noted(game)?.commitment ?? commitment;
  const others = allNoted().filter((one) => one.game !== game);
  keep(storageKey, [...others, { game, commitment: first, seed }].slice(-mostGames));
  return seed;
}

/** The seed that was made for a game already, or else a new one. */
export const seedFor = (game: string, commitment: string) =>
  noted(game)?.seed ?? newSeed(game, commitment);
