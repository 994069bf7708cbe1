// A table as the screen sees it, whether this browser or a server runs the game.
import type { Act, End, Preview, Refusal, Score, ThemeName, View } from "./types";

export interface SeatStatus {
  name: string;
  /** The level of the bot that plays this seat. */
  bot: string | null;
  /** Which kind of account plays it, if any. */
  account?: "person" | "bot" | null;
  away: boolean;
  /** When the seat's clock of days stands still, by this browser's clock; null if it never does. */
  holiday?: { from: number; until: number } | null;
  /** The time left on the seat's clock. */
  bankMs: number | null;
}

/** Everything that a table shows at one moment. */
export interface Shown {
  view: View;
  theme: ThemeName;
  seats: SeatStatus[];
  /** The seat whose hand is shown; null for spectators. */
  you: number | null;
  end: End | null;
  winners: number[];
  /** When the player to move runs out of time, by this browser's clock. */
  deadline: number | null;
  /** Whether the game stands still because the players agreed on it. */
  paused?: boolean;
  /** Whether the table allows hints. */
  hints: boolean;
  /** The points of every turn, and the preview of no tile at all, if they came with the view. */
  scores?: (Score | null)[];
  preview?: Preview | undefined;
}

export interface Session {
  readonly shown: Shown | null;
  /** The key under which provisional tiles are stored. */
  readonly key: string;
  /** The seat to which the device is to be handed; its hand is covered until then. */
  readonly covered: number | null;
  /** Whether several people use this screen, one after the other. */
  readonly shared?: boolean;
  /** Whether the next move is held back for a while, so that the last one can be seen. */
  readonly skippable?: boolean;
  /** Shows what is held back, up to the next person's turn. */
  skip?(): void;
  reveal(): void;
  /** Null on success. */
  act(act: Act): Promise<Refusal | null>;
  resign(): Promise<Refusal | null>;
  /** Those of the visitor's turns, from 0, that the game can go back to. */
  readonly undoable?: readonly number[];
  /** Back to the beginning of such a turn. */
  undo?(turn: number): Promise<void>;
  /** The visitor has asked for a hint. */
  hinted?(): void;
  /** When the game last changed, in milliseconds since 1970, if that is known. */
  readonly at?: number;
  /** The record of the finished game. */
  record(): Promise<string | null>;
}
