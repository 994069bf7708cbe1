// A player of puzzles: the rating, and which puzzle comes next.
import type { Puzzle } from "./puzzles";

export interface Solver {
  rating: number;
  /** By id: whether the first try was right. */
  tried: Record<string, boolean>;
  /** The rating after each puzzle. */
  course: number[];
  /** By id: puzzles that were shown and wait for a try. */
  open?: string[];
  /** How many in a row were right at the first try: now, and at most. */
  streak?: number;
  longest?: number;
  /** The latest tries, the last one first. */
  history?: Tried[];
}
/** A puzzle and its first try. */
export interface Tried {
  id: string;
  game: string;
  theme: string;
  right: boolean;
  /** The rating afterwards. */
  rating: number;
  /** The chance to win that the try gave up, once it has been judged. */
  cost?: number;
}
const mostHistory = 100;

/** Rated like a game between players, by how likely the outcome was. */
export function rated(before: Solver, game: string, puzzle: Puzzle, right: boolean): Solver {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  const pace = before.course.length < 20 ? 48 : 24;
  const rating = Math.round(before.rating + pace * (Number(right) - expected));
  const streak = right ? (before.streak ?? 0) + 1 : 0;
  const { id, theme } = puzzle;
  return {
    rating,
    tried: { ...before.tried, [puzzle.id]: right },
    course: [...before.course, rating].slice(-200),
    open: before.open?.filter((one) => one !== id) ?? [],
    streak,
    longest: Math.max(streak, before.longest ?? 0),
    history: [{ id, game, theme, right, rating }, ...(before.history ?? [])].slice(0, mostHistory),
  };
}
/** After the try at a puzzle has been judged. */
export const withCost = (before: Solver, id: string, cost: number): Solver => ({
  ...before,
  history: before.history?.map((one) => (one.id === id ? { ...one, cost } : one)) ?? [],
});
/** After this puzzle has been shown: it comes again until it has been tried. */
export const shown = (before: Solver, { id }: Puzzle): Solver =>
  before.open?.includes(id) ? before : { ...before, open: [...(before.open ?? []), id] };

const near = 6;
/**
 * The puzzle that was left untried, or one of the untried puzzles closest to the player's rating;
 * null when all have been tried.
 */
export function nextPuzzle(
  all: readonly Puzzle[],
  player: Solver,
  random = Math.random,
): Puzzle | null {
  const untried = all.filter(({ id }) => !(id in player.tried));
  const open = untried.find(({ id }) => player.open?.includes(id));
  if (open) return open;
  const left = untried.toSorted(
    (a, b) => Math.abs(a.rating - player.rating) - Math.abs(b.rating - player.rating),
  );
  return left[Math.floor(random() * Math.min(near, left.length))] ?? null;
}

/** The themes of these puzzles, each with the number that is left to try. */
export function themesOf(all: readonly Puzzle[], player: Solver): [string, number][] {
  const left = new Map<string, number>();
  for (const { id, theme } of all)
    left.set(theme, (left.get(theme) ?? 0) + Number(!(id in player.tried)));
  return [...left].sort(([a], [b]) => (a < b ? -1 : 1));
}
