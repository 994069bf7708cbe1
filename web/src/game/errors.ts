// The errors of the games that were reviewed, kept in the browser: what costs a player most.
import { keep, kept } from "./kept";
import type { ReviewedAct } from "./types";

/** An act that was worse than good, and what kind of error it was. */
export interface KeptError {
  turn: number;
  seat: number;
  weakness: string;
  given_up: number;
}
export interface ReviewedGame {
  /** What tells games apart. */
  game: string;
  simulations: number;
  errors: KeptError[];
}

const storageKey = "sixfold.errors";
const mostGames = 100;
const reviewedGames = () => kept<ReviewedGame[]>(storageKey) ?? [];

/** What tells games apart: their tiles, and how they went. */
export function nameOfRecord(record: string): string {
  const { variant, hands, turns } = JSON.parse(record) as Record<string, unknown>;
  return JSON.stringify([variant, hands, Array.isArray(turns) ? turns.at(-1) : null]);
}

export const keptErrors = (record: string): ReviewedGame | null => {
  const game = nameOfRecord(record);
  return reviewedGames().find((one) => one.game === game) ?? null;
};
/** After a review of the whole game; a less thorough one changes nothing. */
export function keepErrors(
  record: string,
  simulations: number,
  acts: readonly ReviewedAct[],
): void {
  const game = nameOfRecord(record);
  const all = reviewedGames();
  if ((all.find((one) => one.game === game)?.simulations ?? 0) > simulations) return;
  const errors = acts.flatMap(({ turn, seat, weakness, given_up }) =>
    weakness ? [{ turn, seat, weakness, given_up }] : [],
  );
  const others = all.filter((one) => one.game !== game);
  keep(storageKey, [{ game, simulations, errors }, ...others].slice(0, mostGames));
}

/** A game of the visitor, reviewed. */
export interface OwnErrors {
  record: string;
  seat: number;
  /** Where puzzles of its kind are. */
  game: string;
  errors: readonly KeptError[];
}
export interface WeaknessSum {
  weakness: string;
  count: number;
  given_up: number;
  /** The error that gave up most. */
  worst: { record: string; game: string; turn: number; given_up: number };
}

/** The kinds of errors, the one that cost most first. */
export function weaknessesOf(games: readonly OwnErrors[]): WeaknessSum[] {
  const sums = new Map<string, WeaknessSum>();
  for (const { record, game, seat, errors } of games)
    for (const { turn, seat: of, weakness, given_up } of errors) {
      if (of !== seat) continue;
      const place = { record, game, turn, given_up };
      const sum = sums.get(weakness);
      sums.set(weakness, {
        weakness,
        count: (sum?.count ?? 0) + 1,
        given_up: (sum?.given_up ?? 0) + given_up,
        worst: sum && sum.worst.given_up >= given_up ? sum.worst : place,
      });
    }
  return [...sums.values()].sort((a, b) => b.given_up - a.given_up);
}

/** The theme of the puzzles that train against it; none if there are no such puzzles. */
export const themeAgainst: Partial<Record<string, string>> = {
  rolls: "right_roll",
  discs: "disc",
  endgame: "endgame",
  misses_six: "line_of_six",
  leaves_five: "close_five",
  misses_points: "two_lines",
};
