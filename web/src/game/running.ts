// A game that the visitor has not finished, wherever it is run: what the start page, the top bar and
// the account show of it.
import type { ThemeName, Variant } from "./types";

export interface RunningGame {
  id: string;
  /** Where the game continues. */
  href: string;
  /** Whether this device runs it. */
  local: boolean;
  variant: Variant;
  theme: ThemeName;
  /** The names of the others, in the order of the seats; of all if several people share this device. */
  opponents: string[];
  /** Whether several people share this device, so that nobody is “you”. */
  shared?: boolean;
  /** Whether it waits for the visitor. */
  yourTurn: boolean;
  /** Whether other people play on devices of their own, and so may wait for the visitor. */
  withPeople: boolean;
  paused: boolean;
  /** Whose turn it is; null if nobody's, because the game has not begun. */
  turnOf: string | null;
  /** Points by seat, and the visitor's seat. */
  points: number[];
  seat: number;
  /** When the time of whoever is to move runs out, in milliseconds since 1970; null without a clock. */
  deadline: number | null;
  /** When something last happened, in milliseconds since 1970. */
  at: number;
}

/**
 * Games in which others wait before those of this device; among them those that wait for the visitor,
 * then those whose time runs out first, then the latest.
 */
export const byUrgency = (a: RunningGame, b: RunningGame): number =>
  Number(a.local) - Number(b.local) ||
  Number(b.yourTurn) - Number(a.yourTurn) ||
  (a.deadline ?? Number.MAX_VALUE) - (b.deadline ?? Number.MAX_VALUE) ||
  b.at - a.at;
