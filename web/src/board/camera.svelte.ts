// Which part of the table is in sight. Table units: a cell is `pitch` wide. Screen units are CSS
// pixels of the board's element. Everything is told in cells of the table, however it lies on the
// screen: a turned table is mirrored at its diagonal, so that rows go down and tiles stay upright.
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

/** Cells where they are shown, and back. */
export const mirrored = ({ x, y }: Point, turned: boolean): Point =>
  turned ? { x: y, y: x } : { x, y };
const mirroredBounds = (cells: Bounds, turned: boolean): Bounds =>
  turned ? { left: cells.top, top: cells.left, right: cells.bottom, bottom: cells.right } : cells;

/** The corner of a cell. */
export function cornerOf(cell: CellText, turned = false): Point {
  const { x, y } = mirrored(pointOf(cell), turned);
  return { x: x * pitch, y: y * pitch };
}
/** The position of a cell, as a transformation. */
export function placeOf(cell: CellText, turned = false): string {
  const { x, y } = cornerOf(cell, turned);
  return `translate(${x} ${y})`;
}

/** The smallest bounds that contain all these cells; there must be at least one. */
export const boundsOf = (cells: Point[]): Bounds => ({
  left: Math.min(...cells.map(({ x }) => x)),
  top: Math.min(...cells.map(({ y }) => y)),
  right: Math.max(...cells.map(({ x }) => x)),
  bottom: Math.max(...cells.map(({ y }) => y)),
});

/** What to fit: these cells, with a margin in cells around them, and no closer than this scale. */
export interface Fitting {
  cells: Bounds;
  margin: number;
  largest: number;
}

/** How far the table must move, along one axis, for this span to be between two edges. */
function wayBack(from: number, to: number, first: number, last: number): number {
  if (to - from > last - first) return from > first ? first - from : Math.max(0, last - to);
  return from < first ? first - from : to > last ? last - to : 0;
}

export class Camera {
  /** `tiles`: where there is something to see; the visitor cannot lose sight of all of it. */
  constructor(readonly tiles: () => readonly Point[] = () => []) {}

  x = $state(0);
  y = $state(0);
  scale = $state(0.6);
  width = $state(0);
  height = $state(0);
  /** Strips along the edges that something else covers, in pixels. */
  inset = $state.raw<Bounds>({ left: 0, top: 0, right: 0, bottom: 0 });
  /** Whether rows go down. */
  turned = $state(false);
  /** Whether the visitor has chosen this view, so that it should not change needlessly. */
  chosen = $state(false);

  /** The cell under a point of the board's element. */
  cellAt({ x, y }: Point): Point {
    const size = pitch * this.scale;
    const at = { x: Math.floor((x - this.x) / size), y: Math.floor((y - this.y) / size) };
    return mirrored(at, this.turned);
  }

  /** The middle of a cell on the board's element. */
  middleOf(cell: Point): Point {
    const { x, y } = mirrored(cell, this.turned);
    return {
      x: this.x + (x + 0.48) * pitch * this.scale,
      y: this.y + (y + 0.48) * pitch * this.scale,
    };
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.chosen = true;
    this.#keepInSight();
  }

  /** Moves back until the nearest tile is in sight. */
  #keepInSight(): void {
    const { left, top, width, height } = this.#roomFor(this.inset);
    const size = pitch * this.scale;
    let back: Point = { x: 0, y: 0 };
    let least = Infinity;
    for (const tile of this.tiles()) {
      const cell = mirrored(tile, this.turned);
      const x = wayBack(this.x + cell.x * size, this.x + (cell.x + 1) * size, left, left + width);
      const y = wayBack(this.y + cell.y * size, this.y + (cell.y + 1) * size, top, top + height);
      const far = Math.hypot(x, y);
      if (far < least) [back, least] = [{ x, y }, far];
      if (far === 0) return;
    }
    this.x += back.x;
    this.y += back.y;
  }

  /** Keeps the point of the table under `at` where it is. */
  zoomAt(at: Point, factor: number): void {
    const scale = Math.min(closest, Math.max(farthest, this.scale * factor));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.chosen = true;
    this.#keepInSight();
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.width / 2, y: this.height / 2 }, factor);
  }

  #roomFor(inset: Bounds) {
    return {
      left: inset.left,
      top: inset.top,
      width: Math.max(1, this.width - inset.left - inset.right),
      height: Math.max(1, this.height - inset.top - inset.bottom),
    };
  }

  /** The part of the board's element that nothing covers. */
  get room(): Bounds {
    const { left, top, width, height } = this.#roomFor(this.inset);
    return { left, top, right: left + width, bottom: top + height };
  }

  /** The scale at which everything is in sight. */
  scaleFor(
    { cells, margin, largest }: Fitting,
    { inset = this.inset, turned = this.turned } = {},
  ): number {
    const { left, top, right, bottom } = mirroredBounds(cells, turned);
    const { width, height } = this.#roomFor(inset);
    const wide = (right - left + 1 + 2 * margin) * pitch;
    const high = (bottom - top + 1 + 2 * margin) * pitch;
    return Math.max(farthest, Math.min(largest, width / wide, height / high));
  }

  /** Shows everything. */
  fit(what: Fitting): void {
    const { left, top, right, bottom } = mirroredBounds(what.cells, this.turned);
    const room = this.#roomFor(this.inset);
    this.scale = this.scaleFor(what);
    this.x = room.left + room.width / 2 - ((left + right + 0.96) / 2) * pitch * this.scale;
    this.y = room.top + room.height / 2 - ((top + bottom + 0.96) / 2) * pitch * this.scale;
    this.chosen = false;
  }

  /** Whether these cells are in sight. */
  shows(cells: Bounds): boolean {
    const edge = 4;
    const { left, top, right, bottom } = mirroredBounds(cells, this.turned);
    const room = this.#roomFor(this.inset);
    const size = pitch * this.scale;
    return (
      this.x + left * size >= room.left - edge &&
      this.y + top * size >= room.top - edge &&
      this.x + (right + 1) * size <= room.left + room.width + edge &&
      this.y + (bottom + 1) * size <= room.top + room.height + edge
    );
  }

  /** Moves only as far as needed to show these cells, and never zooms in. */
  include(cells: Bounds): void {
    const { left, top, right, bottom } = mirroredBounds(cells, this.turned);
    const room = this.#roomFor(this.inset);
    const wide = (right - left + 1) * pitch;
    const high = (bottom - top + 1) * pitch;
    const scale = Math.max(farthest, Math.min(this.scale, room.width / wide, room.height / high));
    const ratio = scale / this.scale;
    /** From the left (top) edge of the cells to their right (bottom) edge. */
    const between = (at: number, first: number, span: number, from: number, size: number) =>
      Math.max(
        from - first * pitch * scale,
        Math.min(at, from + size - (first * pitch + span) * scale),
      );
    const x = (this.x - this.width / 2) * ratio + this.width / 2;
    const y = (this.y - this.height / 2) * ratio + this.height / 2;
    this.x = between(x, left, wide, room.left, room.width);
    this.y = between(y, top, high, room.top, room.height);
    this.scale = scale;
  }

  /** Moves just far enough to show the cell. */
  reach(cell: Point): void {
    const { x, y } = cell;
    if (!this.shows({ left: x, top: y, right: x, bottom: y }))
      this.include({ left: x - 1, top: y - 1, right: x + 1, bottom: y + 1 });
  }
}
