// What this browser remembers about a visitor: finished games, lessons, days, puzzles.
import { keep, kept } from "./kept";
import type { Shown } from "./session";
import type { EditionName, Score, ThemeName, Variant } from "./types";

const learntKey = "sixfold.learnt";
export const learntGames = () => kept<EditionName[]>(learntKey) ?? [];
export const keepLearnt = (games: EditionName[]) => keep(learntKey, games);
export const learnt = () => learntGames().length > 0;

/** How many steps of a lesson that was left are done. */
type LessonSteps = Partial<Record<EditionName, number>>;
const stepsKey = "sixfold.lessons";
export const lessonSteps = () => kept<LessonSteps>(stepsKey) ?? {};
export const keepLessonSteps = (steps: LessonSteps) => keep(stepsKey, steps);

/** A finished game of one person against bots. */
export interface PlayedGame {
  /** When it ended, in milliseconds. */
  at: number;
  variant: Variant;
  theme: ThemeName;
  /** The levels of the opponents. */
  bots: string[];
  points: number;
  /** The best score among the opponents. */
  others: number;
  won: boolean;
  best: number;
  sixfolds: number;
  turns: number;
  /** The day, if it was a game of the day. */
  daily?: string;
  /** Whether it was played with hints. */
  hints?: boolean;
}

const gamesKey = "sixfold.games";
const mostGames = 500;
export const playedGames = () => kept<PlayedGame[]>(gamesKey) ?? [];

/** What to remember of a finished game; null unless exactly one person played. */
export function playedGame(
  { view, theme, seats, you, winners }: Shown,
  scores: (Score | null)[],
  now: number,
): PlayedGame | null {
  const people = seats.filter(({ bot }) => !bot).length;
  const own = you === null ? undefined : view.seats[you];
  if (!own || people !== 1) return null;
  const turns = view.history.map((turn, i) => ({ turn, score: scores[i] ?? null }));
  const mine = turns.filter(({ turn }) => turn.seat === you);
  return {
    at: now,
    variant: view.variant,
    theme,
    bots: seats.flatMap(({ bot }) => (bot ? [bot] : [])),
    points: own.score,
    others: Math.max(...view.seats.filter((_, i) => i !== you).map((seat) => seat.score)),
    won: winners.includes(you ?? -1),
    best: Math.max(0, ...mine.map(({ turn }) => turn.points ?? 0)),
    sixfolds: mine.flatMap(({ score }) => score?.lines.filter((line) => line.bonus) ?? []).length,
    turns: mine.length,
  };
}

export const keepGame = (game: PlayedGame) =>
  keep(gamesKey, [...playedGames(), game].slice(-mostGames));

/** The record of the latest game of the day that was finished, for the table of results. */
interface PlayedDay {
  day: string;
  record: string;
}
const dayKey = "sixfold.day";
export const keepDay = (played: PlayedDay) => keep(dayKey, played);
export const playedDay = (day: string) => {
  const last = kept<PlayedDay>(dayKey);
  return last?.day === day ? last.record : null;
};
