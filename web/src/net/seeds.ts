// What this browser has contributed to bags, and what everyone else was committed to before it
// revealed its seed. When the game is over, the record is checked against this.
import { keep, kept } from "../game/kept";
import type { TableMessage } from "./protocol";

/** A seat's commitment: the seal of a seed, a seed given openly, or nothing. */
export type Bond = { seal: string } | { seed: string } | null;

export interface NotedSeed {
  game: string;
  /** The first one that this browser saw. */
  commitment: string;
  seed: string;
  /** Of each seat, noted just before the seed was revealed. */
  bonds?: Bond[];
}

const storageKey = "sixfold.seeds";
const mostGames = 200;
const seedBytes = 32;

const allNoted = () => kept<NotedSeed[]>(storageKey) ?? [];

export const noted = (game: string) => allNoted().find((one) => one.game === game) ?? null;

function note(seed: NotedSeed): void {
  const others = allNoted().filter(({ game }) => game !== seed.game);
  keep(storageKey, [...others, seed].slice(-mostGames));
}

const randomSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(seedBytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** A seed that nobody has seen: the one noted for the game, unless it has already been revealed. */
export function unseenSeed(game: string, commitment: string): string {
  const before = noted(game);
  if (before && !before.bonds) return before.seed;
  const seed = randomSeed();
  note({ game, commitment: before?.commitment ?? commitment, seed });
  return seed;
}

const bondOf = ({ seal, seed }: TableMessage["seats"][number]): Bond =>
  seal !== undefined ? { seal } : seed !== undefined ? { seed } : null;

/** The seed to reveal, after noting everyone's commitment; null if it is not known here. */
export function seedToReveal({ game, seats }: TableMessage): string | null {
  const own = noted(game);
  if (!own) return null;
  // The first observation counts: the seed may be sent again after a lost connection.
  if (!own.bonds) note({ ...own, bonds: seats.map(bondOf) });
  return own.seed;
}
