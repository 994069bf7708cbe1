import { expect, test } from "vitest";
import { byUrgency, type RunningGame } from "./running";

const game = (id: string, of: Partial<RunningGame>): RunningGame => ({
  id,
  href: `/t/${id}`,
  local: false,
  variant: "base",
  theme: "classic",
  opponents: [],
  yourTurn: false,
  withPeople: false,
  paused: false,
  turnOf: null,
  points: [],
  seat: 0,
  deadline: null,
  at: 0,
  ...of,
});

test("a game in which others wait comes before any game of this device", () => {
  const games = [
    game("here", { local: true, yourTurn: true, at: 9 }),
    game("theirs", { at: 1 }),
    game("theirs, later", { at: 2 }),
    game("yours", { yourTurn: true }),
    game("tomorrow", { yourTurn: true, deadline: 200 }),
    game("today", { yourTurn: true, deadline: 100 }),
  ];
  expect(games.sort(byUrgency).map(({ id }) => id)).toEqual([
    "today",
    "tomorrow",
    "yours",
    "theirs, later",
    "theirs",
    "here",
  ]);
});
