// Which part of the table is in sight. Table units: a cell is `pitch` wide. Screen units are CSS
// pixels of the board's element.
import { pointOf, type CellText, type Point } from "../game/types";

export const pitch = 104;
const closest = 1.25;
const farthest = 0.12;

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The position of a cell, as a transformation. */
export function placeOf(cell: CellText): string {
  const { x, y } = pointOf(cell);
  return `translate(${x * pitch} ${y * pitch})`;
}

/** The smallest bounds that contain all these cells; there must be at least one. */
export const boundsOf = (cells: Point[]): Bounds => ({
  left: Math.min(...cells.map(({ x }) => x)),
  top: Math.min(...cells.map(({ y }) => y)),
  right: Math.max(...cells.map(({ x }) => x)),
  bottom: Math.max(...cells.map(({ y }) => y)),
});

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(0.6);
  width = $state(0);
  height = $state(0);
  /** Whether the visitor has chosen this view, so that it should not change needlessly. */
  chosen = $state(false);

  transform = $derived(`translate(${this.x} ${this.y}) scale(${this.scale})`);

  /** The cell under a point of the board's element. */
  cellAt({ x, y }: Point): Point {
    return {
      x: Math.floor((x - this.x) / this.scale / pitch),
      y: Math.floor((y - this.y) / this.scale / pitch),
    };
  }

  /** The middle of a cell on the board's element. */
  middleOf({ x, y }: Point): Point {
    return {
      x: this.x + (x + 0.48) * pitch * this.scale,
      y: this.y + (y + 0.48) * pitch * this.scale,
    };
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.chosen = true;
  }

  /** Keeps the point of the table under `at` where it is. */
  zoomAt(at: Point, factor: number): void {
    const scale = Math.min(closest, Math.max(farthest, this.scale * factor));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.chosen = true;
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.width / 2, y: this.height / 2 }, factor);
  }

  /** The scale at which all these cells are in sight. */
  scaleFor(cells: Bounds, margin: number, largest: number): number {
    const wide = (cells.right - cells.left + 1 + 2 * margin) * pitch;
    const high = (cells.bottom - cells.top + 1 + 2 * margin) * pitch;
    return Math.max(farthest, Math.min(largest, this.width / wide, this.height / high));
  }

  /** Shows all these cells. */
  fit(cells: Bounds, margin: number, largest: number): void {
    this.scale = this.scaleFor(cells, margin, largest);
    this.x = this.width / 2 - ((cells.left + cells.right + 0.96) / 2) * pitch * this.scale;
    this.y = this.height / 2 - ((cells.top + cells.bottom + 0.96) / 2) * pitch * this.scale;
    this.chosen = false;
  }

  /** Whether these cells are in sight. */
  shows(cells: Bounds): boolean {
    const edge = 4;
    return (
      this.x + cells.left * pitch * this.scale >= -edge &&
      this.y + cells.top * pitch * this.scale >= -edge &&
      this.x + (cells.right + 1) * pitch * this.scale <= this.width + edge &&
      this.y + (cells.bottom + 1) * pitch * this.scale <= this.height + edge
    );
  }

  /** Moves only as far as needed to show these cells, and never zooms in. */
  include(cells: Bounds): void {
    const wide = (cells.right - cells.left + 1) * pitch;
    const high = (cells.bottom - cells.top + 1) * pitch;
    const scale = Math.max(farthest, Math.min(this.scale, this.width / wide, this.height / high));
    const ratio = scale / this.scale;
    /** From the left (top) edge of the cells to their right (bottom) edge. */
    const between = (at: number, first: number, span: number, room: number) =>
      Math.max(-first * pitch * scale, Math.min(at, room - (first * pitch + span) * scale));
    this.x = between(
      (this.x - this.width / 2) * ratio + this.width / 2,
      cells.left,
      wide,
      this.width,
    );
    this.y = between(
      (this.y - this.height / 2) * ratio + this.height / 2,
      cells.top,
      high,
      this.height,
    );
    this.scale = scale;
  }

  /** Moves just far enough to show the cell. */
  reach(cell: Point): void {
    const size = pitch * this.scale;
    const left = this.x + cell.x * size;
    const top = this.y + cell.y * size;
    if (left < size) this.x += size - left;
    if (top < size) this.y += size - top;
    if (left + 2 * size > this.width) this.x -= left + 2 * size - this.width;
    if (top + 2 * size > this.height) this.y -= top + 2 * size - this.height;
  }
}
