// The game of the day: the same game, bag and bot for everyone, by the date alone.
import type { PlayedGame } from "./history";
import type { LocalPlan } from "./rules";
import type { Edition, EditionName } from "./types";

const order: EditionName[] = ["base", "cubes", "select", "star-wars", "connect", "select-connect"];
export const dailyBot = "skilled";
const dayLength = 86_400_000;

/** `2026-11-15`, of the day that it is in Greenwich. */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

const numberOf = (day: string) => Math.floor(Date.parse(day) / dayLength);
export const dailyEdition = (day: string): EditionName =>
  order[numberOf(day) % order.length] ?? "base";

/** Scattered, so that neighbouring days have nothing in common. */
export const dailySeed = (day: string) => Math.imul(numberOf(day), 2_654_435_761) >>> 1;

export const dailyPlan = (day: string, edition: Edition, names: [string, string]): LocalPlan => ({
  variant: edition.variant,
  options: edition.options,
  theme: edition.theme,
  seats: [{ name: names[0] }, { name: names[1], bot: dailyBot }],
  opener: 0,
  seed: dailySeed(day),
  daily: day,
});

/** The first game of each day, the latest day first. */
export function dailyResults(games: PlayedGame[]): PlayedGame[] {
  const days = new Map<string, PlayedGame>();
  for (const game of games) if (game.daily && !days.has(game.daily)) days.set(game.daily, game);
  return [...days.values()].sort((a, b) => ((a.daily ?? "") < (b.daily ?? "") ? 1 : -1));
}

/** How many days in a row up to today, or yesterday, have been played. */
export function streak(results: PlayedGame[], day: string): number {
  const played = new Set(results.map((game) => game.daily ?? ""));
  let at = played.has(day) ? numberOf(day) : numberOf(day) - 1;
  let length = 0;
  while (played.has(today(at * dayLength))) {
    ++length;
    --at;
  }
  return length;
}
