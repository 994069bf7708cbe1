// The game of the day: the same game, bag and bot for everyone.
import type { PlayedGame } from "./history";
import type { DailyGame, LocalPlan } from "./rules";
import { plannedOptions, type Edition } from "./types";

const dayLength = 86_400_000;

/** The current date in UTC, such as `2026-11-15`. */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);
export const dayBefore = (day: string) => today(Date.parse(day) - dayLength);

export interface FoundDay {
  game: DailyGame;
  /** Whether no server could be asked for the secret: the bag follows from the date. */
  unofficial: boolean;
  /** Whether the server had bound itself to another secret. */
  changed: boolean;
}

/** What a server has told of its days. */
export interface KnownDays {
  commitments: Record<string, string>;
  /** Null for a day whose bag follows from the date. */
  secrets: Record<string, string | null>;
}

/** Without the days that have passed. */
export function daysFrom(day: string, known: KnownDays): KnownDays {
  const later = <T>(days: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(days).filter(([other]) => other >= day));
  return { commitments: later(known.commitments), secrets: later(known.secrets) };
}

export const dailyPlan = (
  day: string,
  { game: { bot, seed }, unofficial }: FoundDay,
  edition: Edition,
  names: [string, string],
): LocalPlan => ({
  variant: edition.variant,
  options: plannedOptions(edition, edition.options),
  theme: edition.theme,
  seats: [{ name: names[0] }, { name: names[1], bot }],
  opener: 0,
  seed,
  daily: day,
  unofficial,
});

/** The first game of each day, latest day first. */
export function dailyResults(games: PlayedGame[]): PlayedGame[] {
  const days = new Map<string, PlayedGame>();
  for (const game of games) if (game.daily && !days.has(game.daily)) days.set(game.daily, game);
  return [...days.values()].sort((a, b) => ((a.daily ?? "") < (b.daily ?? "") ? 1 : -1));
}

/** The number of consecutive days played, up to today or yesterday. */
export function streak(results: PlayedGame[], day: string): number {
  const played = new Set(results.map((game) => game.daily ?? ""));
  let at = played.has(day) ? day : dayBefore(day);
  let length = 0;
  for (; played.has(at); at = dayBefore(at)) ++length;
  return length;
}
