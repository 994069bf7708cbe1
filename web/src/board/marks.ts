// What is drawn on the board besides tiles: points where they are made, and the course of lines.
import { cellOf, pointOf, type CellText, type Point, type Score } from "../game/types";
import { pitch } from "./camera.svelte";

export interface Pill extends Point {
  key: string;
  text: string;
  six: boolean;
}

/**
 * A pill for each line, at the outer corner of its end, where it hides neither the tile nor the
 * next cell, and one for each numbered cell.
 */
export function pillsOf(score: Score): Pill[] {
  const pills: Pill[] = score.lines.map((line) => {
    const first = pointOf(line.cells[0] ?? "0,0");
    const last = pointOf(line.cells.at(-1) ?? "0,0");
    const across = first.y === last.y;
    return {
      key: line.cells.join(" "),
      text: `+${line.cells.length + (line.bonus ?? 0)}`,
      six: line.bonus !== undefined,
      x: (across ? last.x + 1 : last.x) * pitch - 2,
      y: (across ? last.y : last.y + 1) * pitch - 2,
    };
  });
  const single = (cell: CellText, text: string): Pill => {
    const { x, y } = pointOf(cell);
    return { key: `${cell} ${text}`, text, six: false, x: x * pitch + 4, y: y * pitch + 4 };
  };
  for (const { cell, points } of score.items) if (cell) pills.push(single(cell, `+${points}`));
  return pills;
}

/** The number of lines through the tile on a cell, given the occupied cells around it. */
export function linesThrough(cell: Point, occupied: ReadonlySet<CellText>): number {
  const has = (dx: number, dy: number) => occupied.has(cellOf(cell.x + dx, cell.y + dy));
  return Number(has(-1, 0) || has(1, 0)) + Number(has(0, -1) || has(0, 1));
}
