// Statistics of a visitor's games.
import type { PlayedGame } from "./history";

export interface Statistics {
  games: number;
  won: number;
  average: number;
  highest: number;
  bestTurn: number;
  sixfolds: number;
}

export function statisticsOf(games: PlayedGame[]): Statistics {
  const sum = (of: (game: PlayedGame) => number) => games.reduce((all, game) => all + of(game), 0);
  const most = (of: (game: PlayedGame) => number) => Math.max(0, ...games.map(of));
  return {
    games: games.length,
    won: games.filter((game) => game.won).length,
    average: games.length === 0 ? 0 : sum((game) => game.points) / games.length,
    highest: most((game) => game.points),
    bestTurn: most((game) => game.best),
    sixfolds: sum((game) => game.sixfolds),
  };
}

/** Games grouped by what they have in common, largest group first. */
export function grouped(
  games: PlayedGame[],
  by: (game: PlayedGame) => string,
): [string, Statistics][] {
  const groups = new Map<string, PlayedGame[]>();
  for (const game of games) groups.set(by(game), [...(groups.get(by(game)) ?? []), game]);
  return [...groups]
    .map(([key, all]): [string, Statistics] => [key, statisticsOf(all)])
    .sort(([, a], [, b]) => b.games - a.games);
}
