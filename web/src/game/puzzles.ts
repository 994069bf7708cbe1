// Puzzles: their files, the player's rating, and which one comes next.
import { viewOf, type PositionSpec } from "./positions";
import { rules } from "./rules";
import { keep, kept } from "./settings.svelte";
import type { Act, EditionName, View } from "./types";

export interface Puzzle extends Omit<PositionSpec, "variant"> {
  id: string;
  theme: string;
  rating: number;
  answer: Act;
}

const files = import.meta.glob<{ default: Puzzle[] }>("../puzzles/*.json");

/** The puzzles of a game; the Star Wars edition uses the classic ones. */
export async function puzzlesOf(edition: EditionName): Promise<Puzzle[]> {
  const variant = edition === "star-wars" ? "base" : edition;
  return (await files[`../puzzles/${variant}.json`]?.())?.default ?? [];
}

export async function viewOfPuzzle(puzzle: Puzzle, edition: EditionName): Promise<View> {
  const { editions } = await rules.catalogue();
  const game = editions.find(({ name }) => name === edition);
  const variant = game?.variant ?? "base";
  return viewOf({
    ...puzzle,
    variant,
    opened: true,
    ...(game?.board ? { board: game.board } : {}),
  });
}

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
