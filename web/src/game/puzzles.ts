// Puzzles: their files, the player's rating, and which one comes next.
import { viewOf, type PositionSpec } from "./positions";
import { keep, kept } from "./settings.svelte";
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

export interface Solver {
  rating: number;
  /** By id: whether the first try was right. */
  tried: Record<string, boolean>;
  /** The rating after each puzzle. */
  course: number[];
}

const storageKey = "sixfold.puzzles";
export const solver = (): Solver =>
  kept<Solver>(storageKey) ?? { rating: 1000, tried: {}, course: [] };

/** Rated like a game between players, by how likely the outcome was. */
export function rated(before: Solver, puzzle: Puzzle, right: boolean): Solver {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  const pace = before.course.length < 20 ? 48 : 24;
  const rating = Math.round(before.rating + pace * (Number(right) - expected));
  return {
    rating,
    tried: { ...before.tried, [puzzle.id]: right },
    course: [...before.course, rating].slice(-200),
  };
}
export const keepSolver = (now: Solver) => keep(storageKey, now);

const near = 6;
/** One of the untried puzzles closest to the player's rating; null when all have been tried. */
export function nextPuzzle(all: Puzzle[], player: Solver, random = Math.random): Puzzle | null {
  const left = all
    .filter(({ id }) => !(id in player.tried))
    .toSorted((a, b) => Math.abs(a.rating - player.rating) - Math.abs(b.rating - player.rating));
  return left[Math.floor(random() * Math.min(near, left.length))] ?? null;
}
