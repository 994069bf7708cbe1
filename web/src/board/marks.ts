// What is drawn on the board besides tiles: points where they are made, and words about a tile.
// Neither hides what was just played.
import { cellOf, pointOf, type CellText, type Point, type Score } from "../game/types";
import type { Tone } from "../study/figures";
import { mirrored, pitch, type Bounds } from "./camera.svelte";

/** The colour that marks what a seat did, on the wood of a tile. */
export const markOf = (seat: number | undefined) =>
  `var(--mark-${seat === undefined ? "any" : seat + 1})`;

/** How the ring of a seat is dashed: its colour may be that of the tile. */
const dashes = ["none", "26 7", "9 7", "30 7 6 7"];
export const dashOf = (seat: number | undefined) => dashes[seat ?? 0] ?? "none";
/** The same, for the border of a small box. */
const borders = ["solid", "dashed", "dotted", "double"];
export const borderOf = (seat: number) => borders[seat] ?? "solid";

/** Points, and the cells of the line (or the one cell) that makes them. */
export interface Pill {
  key: string;
  text: string;
  six: boolean;
  cells: CellText[];
  /** Of a move that is studied. */
  tone?: Tone;
  /** What the numbered cells of the line add. */
  extra: number;
}

/** A pill for each line; numbered cells count with the longest line through them. */
export function pillsOf(score: Score): Pill[] {
  const pills: Pill[] = score.lines.map((line) => ({
    key: line.cells.join(" "),
    text: `+${line.cells.length + (line.bonus ?? 0)}`,
    six: line.bonus !== undefined,
    cells: line.cells,
    extra: 0,
  }));
  const lines = pills.toSorted((a, b) => b.cells.length - a.cells.length);
  for (const { cell, points } of score.items) {
    if (!cell) continue;
    const line = lines.find(({ cells }) => cells.includes(cell));
    if (line) line.extra += points;
    else pills.push({ key: cell, text: `+${points}`, six: false, cells: [cell], extra: 0 });
  }
  return pills;
}

/** A rectangle by its middle. */
interface Box extends Point {
  width: number;
  height: number;
}
const tileSize = 100;
const boxOf = ({ x, y }: Point): Box => ({
  x: x * pitch + tileSize / 2,
  y: y * pitch + tileSize / 2,
  width: tileSize,
  height: tileSize,
});
/** The area in which two rectangles overlap. */
function shared(a: Box, b: Box): number {
  const across = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const down = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return across > 0 && down > 0
    ? Math.min(across, a.width, b.width) * Math.min(down, a.height, b.height)
    : 0;
}

/** The size of a pill at its own scale. */
export const pillSize = ({ extra }: Pill) => ({ width: extra > 0 ? 104 : 66, height: 42 });
/** Points stay readable from afar. */
export const pillScale = (scale: number) => Math.min(2.4, Math.max(1, 0.5 / scale));

/** How far a pill may be beyond the edge, in cells. */
export const pillMargin = 0.2;

export interface Surroundings {
  /** The camera's scale. */
  scale: number;
  turned: boolean;
  /** What must stay in sight. */
  kept: ReadonlySet<CellText>;
  /** Cells that had better stay in sight too. */
  occupied: { has(cell: CellText): boolean };
  offered: ReadonlySet<CellText>;
  /** The cells where pills may be, if these end. */
  edge: Bounds | null;
}
/** A pill with its middle, and the end of its line, to which it is tied. */
export interface PlacedPill extends Pill, Point {
  tip: Point;
}
interface Place extends Point {
  tip: Point;
  /** How much worse it is than the best place. */
  loss: number;
}

/** Between a line and its pill. */
const gap = 14;
/** The tip stays off the marks around a tile. */
const tipGap = 7;

/** Where a pill can be: straight beyond an end of its line, else farther away or aside from there. */
function* placesFor(cells: Point[], size: { width: number; height: number }): Generator<Place> {
  const first = boxOf(cells[0] ?? { x: 0, y: 0 });
  const last = boxOf(cells.at(-1) ?? { x: 0, y: 0 });
  const across = first.y === last.y;
  const down = first.x === last.x;
  for (const [end, way] of [
    [last, 1],
    [first, -1],
  ] as const)
    for (const far of [0, 0.5, 1, 1.5, 2])
      for (const aside of [0, 0.5, -0.5, 1, -1, 1.5, -1.5]) {
        const loss = (way < 0 ? 0.05 : 0) + 0.35 * far + 0.5 * Math.abs(aside);
        const by = (length: number) => way * ((tileSize + length) / 2 + gap + far * pitch);
        const tip = way * (tileSize / 2 + tipGap);
        const off = aside * pitch;
        if (across)
          yield {
            x: end.x + by(size.width),
            y: end.y + off,
            tip: { x: end.x + tip, y: end.y },
            loss,
          };
        if (down)
          yield {
            x: end.x + off,
            y: end.y + by(size.height),
            tip: { x: end.x, y: end.y + tip },
            loss,
          };
      }
}

/**
 * Pills where they hide none of what must stay in sight; one without such a place is left out. That
 * a pill is seen to belong to its line matters more than an offered cell beyond the line.
 */
export function placed(pills: Pill[], around: Surroundings): PlacedPill[] {
  const by = pillScale(around.scale);
  const found: PlacedPill[] = [];
  const taken: Box[] = [];
  const edge = around.edge && {
    left: (around.edge.left - pillMargin) * pitch,
    top: (around.edge.top - pillMargin) * pitch,
    right: (around.edge.right + 1 + pillMargin) * pitch,
    bottom: (around.edge.bottom + 1 + pillMargin) * pitch,
  };
  /** How much a pill hides here; infinite if it must not be here. */
  const cost = (box: Box): number => {
    if (taken.some((other) => shared(box, other) > 0)) return Infinity;
    const [left, right] = [box.x - box.width / 2, box.x + box.width / 2];
    const [top, bottom] = [box.y - box.height / 2, box.y + box.height / 2];
    if (edge && (left < edge.left || right > edge.right)) return Infinity;
    if (edge && (top < edge.top || bottom > edge.bottom)) return Infinity;
    let sum = 0;
    for (let x = Math.floor(left / pitch); x * pitch < right; ++x)
      for (let y = Math.floor(top / pitch); y * pitch < bottom; ++y) {
        const hidden = shared(box, boxOf({ x, y }));
        if (hidden === 0) continue;
        const at = mirrored({ x, y }, around.turned);
        const cell = cellOf(at.x, at.y);
        if (around.kept.has(cell)) return Infinity;
        sum += hidden * (around.occupied.has(cell) ? 3 : around.offered.has(cell) ? 0.25 : 0);
      }
    return sum / (box.width * box.height);
  };
  for (const pill of pills) {
    const cells = pill.cells.map((cell) => mirrored(pointOf(cell), around.turned));
    const own = pillSize(pill);
    const size = { width: own.width * by, height: own.height * by };
    let best: Place | null = null;
    let least = Infinity;
    for (const at of placesFor(cells, size)) {
      if (at.loss >= least) continue;
      const sum = cost({ ...at, ...size }) + at.loss;
      if (sum < least) [best, least] = [at, sum];
    }
    if (!best) continue;
    const { x, y, tip } = best;
    taken.push({ x, y, ...size });
    found.push({ ...pill, x, y, tip });
  }
  return found;
}

/**
 * The middle of a bubble of this size about a cell: where it hides the least of the cells that must
 * stay in sight, in the room that there is. All in pixels; cells are given by their middles.
 */
export function bubbleAt(
  size: { width: number; height: number },
  about: Point,
  kept: Point[],
  tile: number,
  room: Bounds,
): Point {
  const gap = tile / 2 + 6;
  const beside = gap + size.width / 2;
  const above = gap + size.height / 2;
  const within = (at: Point): Point => ({
    x: Math.max(room.left + size.width / 2, Math.min(room.right - size.width / 2, at.x)),
    y: Math.max(room.top + size.height / 2, Math.min(room.bottom - size.height / 2, at.y)),
  });
  const hidden = (at: Point) =>
    kept.reduce(
      (sum, one) => sum + shared({ ...at, ...size }, { ...one, width: tile, height: tile }),
      0,
    );
  const places = [1, 2, 3].flatMap((far) => [
    { x: about.x, y: about.y - above - (far - 1) * tile },
    { x: about.x, y: about.y + above + (far - 1) * tile },
    { x: about.x + beside + (far - 1) * tile, y: about.y },
    { x: about.x - beside - (far - 1) * tile, y: about.y },
  ]);
  let best = within(places[0] ?? about);
  let least = hidden(best);
  for (const place of places.map(within)) {
    const sum = hidden(place);
    if (sum < least) [best, least] = [place, sum];
  }
  return best;
}

/** The number of lines through the tile on a cell, given the occupied cells around it. */
export function linesThrough(cell: Point, occupied: ReadonlySet<CellText>): number {
  const has = (dx: number, dy: number) => occupied.has(cellOf(cell.x + dx, cell.y + dy));
  return Number(has(-1, 0) || has(1, 0)) + Number(has(0, -1) || has(0, 1));
}
