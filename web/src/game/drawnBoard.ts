// A board drawn with one character per cell, as docs/notation.md has it: `.` plain, `S` start, `*`
// disc, `B` black, `1` to `9` numbered. Whether it can be played on is for the rules to say.
import { cellOf, pointOf, type BoardForm, type CellText, type Point } from "./types";

export const marks = [".", "S", "*", "B", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
export type Mark = (typeof marks)[number];
export const isMark = (text: string): text is Mark => (marks as readonly string[]).includes(text);

/** More than a board can have, so that it can be said that it is too large. */
export const largestDrawn = 99;

export const linesOf = (rows: string): string[] => rows.trim().split(/\s*\n\s*/);
export const sizeOf = (lines: readonly string[]): Point => ({
  x: Math.min(largestDrawn, Math.max(...lines.map((line) => line.length))),
  y: Math.min(largestDrawn, lines.length),
});

export const markAt = (lines: readonly string[], { x, y }: Point): Mark => {
  const mark = lines[y]?.charAt(x) ?? "";
  return isMark(mark) ? mark : ".";
};

/** With this size: what is beyond is cut off, what is missing is plain. */
export const resized = (lines: readonly string[], { x, y }: Point): string[] =>
  Array.from({ length: y }, (_, row) => (lines[row] ?? "").slice(0, x).padEnd(x, "."));

/** With a mark on a cell; then all rows have the same length. */
export function painted(lines: readonly string[], { x, y }: Point, mark: Mark): string[] {
  const even = resized(lines, sizeOf(lines));
  const row = even[y];
  return row === undefined ? even : even.with(y, row.slice(0, x) + mark + row.slice(x + 1));
}

/** The cells with this mark. */
function cellsWith(lines: readonly string[], is: (mark: Mark) => boolean): CellText[] {
  const { x: width, y: height } = sizeOf(lines);
  const all = Array.from({ length: width * height }, (_, i) => ({
    x: i % width,
    y: Math.floor(i / width),
  }));
  return all.filter((cell) => is(markAt(lines, cell))).map(({ x, y }) => cellOf(x, y));
}

export function boardOfLines(lines: readonly string[]): BoardForm {
  const { x, y } = sizeOf(lines);
  const numbered = cellsWith(lines, (mark) => mark >= "1" && mark <= "9");
  return {
    size: [x, y],
    stars: cellsWith(lines, (mark) => mark === "*"),
    starts: cellsWith(lines, (mark) => mark === "S"),
    black: cellsWith(lines, (mark) => mark === "B"),
    bonus: numbered.map((cell) => [cell, Number(markAt(lines, pointOf(cell)))]),
  };
}

export function rowsOf(board: BoardForm): string {
  let lines = resized([], { x: board.size[0], y: board.size[1] });
  const draw = (cells: readonly CellText[], mark: Mark) => {
    for (const cell of cells) lines = painted(lines, pointOf(cell), mark);
  };
  draw(board.starts, "S");
  draw(board.stars, "*");
  draw(board.black ?? [], "B");
  for (const [cell, value] of board.bonus) draw([cell], String(value) as Mark);
  return lines.join("\n");
}
