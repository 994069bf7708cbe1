// The grid in reading order, row by row.
import { pointOf, type CellText } from "../game/types";

export interface GridRow {
  y: number;
  columns: number[];
}

/** Cells in rows, from top to bottom and left to right, without duplicates. */
export function rowsOf(cells: Iterable<CellText>): GridRow[] {
  const found = new Map<number, Set<number>>();
  for (const cell of cells) {
    const { x, y } = pointOf(cell);
    const row = found.get(y);
    if (row) row.add(x);
    else found.set(y, new Set([x]));
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([y, columns]) => ({ y, columns: [...columns].sort((a, b) => a - b) }));
}
