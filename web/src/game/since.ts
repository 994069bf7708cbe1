// What happened since a player last looked.
import { cellPartOf, type CellText, type SeenTurn } from "./types";

export interface News {
  /** Which seat placed the tile on a cell. */
  by: ReadonlyMap<CellText, number>;
  /** The cells from which a seat took a tile. */
  taken: { cell: CellText; by: number }[];
  /** The cells of the last placement, unless it is the player's own. */
  last: ReadonlySet<CellText>;
}

/**
 * Everything after the last turn of the player; for spectators, and for players who have not had a
 * turn yet, the last turn of every seat.
 */
export function newsFor(history: SeenTurn[], you: number | null): News {
  const own = history.findLastIndex((turn) => turn.seat === you);
  const seats = new Set<number>();
  const turns: SeenTurn[] = [];
  for (let i = history.length - 1; i > own; --i) {
    const turn = history[i];
    if (!turn || (own < 0 && seats.has(turn.seat))) break;
    seats.add(turn.seat);
    turns.unshift(turn);
  }
  // A player whose move has not been answered yet sees that one.
  const last = history.findLast((turn) => turn.place);
  if (turns.length === 0 && last) turns.push(last);
  const by = new Map<CellText, number>();
  const taken: News["taken"] = [];
  for (const { seat, take, place = [] } of turns) {
    if (take) taken.push({ cell: cellPartOf(take), by: seat });
    for (const placed of place) by.set(cellPartOf(placed), seat);
  }
  const newest = last && last.seat !== you ? (last.place ?? []) : [];
  return { by, taken, last: new Set(newest.map(cellPartOf)) };
}
