// Moves that the server has not answered yet. They outlive the page, so that a move made without a
// connection is sent after a reload too. Sent twice, it is the same command.
import { keep, kept } from "../game/kept";
import type { Command } from "./protocol";

export interface Unsent {
  id: string;
  game: string;
  /** The last event at the table that the visitor had seen. */
  seq: number;
  do: Command;
}

const storageKey = "sixfold.unsent";
/** One per table can wait; this many tables are more than anybody has. */
const most = 50;

export const unsentMoves = (): Unsent[] => kept<Unsent[]>(storageKey) ?? [];
const store = (moves: Unsent[]) => keep(storageKey, moves.length === 0 ? null : moves.slice(-most));

export const keepUnsent = (move: Unsent): void =>
  store([...unsentMoves().filter(({ game }) => game !== move.game), move]);
export function forgetUnsent(id: string): void {
  const moves = unsentMoves();
  if (moves.some((one) => one.id === id)) store(moves.filter((one) => one.id !== id));
}
/** Of somebody else, from now on. */
export const forgetAllUnsent = (): void => store([]);
