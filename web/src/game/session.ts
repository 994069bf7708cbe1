// A table as the screen sees it, whoever runs the game: this browser or a server.
import type { Act, End, Refusal, ThemeName, View } from "./types";

export interface SeatStatus {
  name: string;
  /** The level that plays this seat. */
  bot: string | null;
  /** Whether an account plays it, and which kind. */
  account?: "person" | "bot" | null;
  away: boolean;
  /** What is left on the seat's clock. */
  bankMs: number | null;
}

/** All that a table shows at one moment. */
export interface Shown {
  view: View;
  theme: ThemeName;
  seats: SeatStatus[];
  /** The seat whose hand is shown; null for those who watch. */
  you: number | null;
  end: End | null;
  winners: number[];
  /** When the seat at turn runs out of time, by this browser's clock. */
  deadline: number | null;
  /** Whether the table allows hints. */
  hints: boolean;
}

export interface Session {
  readonly shown: Shown | null;
  /** Under which the provisional tiles are kept. */
  readonly key: string;
  /** The seat that is to be handed the device; its hand is covered till then. */
  readonly covered: number | null;
  reveal(): void;
  /** Null if it was done. */
  act(act: Act): Promise<Refusal | null>;
  resign(): Promise<Refusal | null>;
  /** The record of the finished game. */
  record(): Promise<string | null>;
}
