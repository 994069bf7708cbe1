// Puzzles: their files, and what the browser remembers of the player.
import { viewOf, type PositionSpec } from "./positions";
import { keep, kept } from "./kept";
import type { Solver } from "./solver";
import { editions, type Act, type Edition, type View } from "./types";

export interface Puzzle extends Omit<PositionSpec, "variant"> {
  id: string;
  theme: string;
  rating: number;
  answer: Act;
}

const files = import.meta.glob<{ default: Puzzle[] }>("../puzzles/*.json");

const fileOf = ({ variant }: Edition) => files[`../puzzles/${variant}.json`];
/** The games that have puzzles: an edition uses those of its variant. */
export const gamesWithPuzzles = editions.filter(fileOf);

export async function puzzlesOf(edition: Edition): Promise<Puzzle[]> {
  return (await fileOf(edition)?.())?.default ?? [];
}

export const viewOfPuzzle = (puzzle: Puzzle, { variant, board }: Edition): View =>
  viewOf({ ...puzzle, variant, opened: true, ...(board ? { board } : {}) });

const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
/** Whether two acts name the same tiles, in any order. */
export const sameAct = (one: Act, other: Act) =>
  JSON.stringify(Object.entries(one).map(([key, of]) => [key, sorted(of)])) ===
  JSON.stringify(Object.entries(other).map(([key, of]) => [key, sorted(of)]));

// The player

const storageKey = "sixfold.puzzles";
export const solver = (): Solver =>
  kept<Solver>(storageKey) ?? { rating: 1000, tried: {}, course: [] };
export const keepSolver = (now: Solver) => keep(storageKey, now);
