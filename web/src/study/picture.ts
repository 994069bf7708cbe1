// A position or a move as a picture that stands on its own: SVG, and PNG made from it.
import type { BoardTile } from "../board/BoardCell.svelte";
import { boundsOf, cornerOf, pitch, type Bounds } from "../board/camera.svelte";
import { pillSize, placed, type Pill, type PlacedPill } from "../board/marks";
import { pointOf, type BoardForm, type ThemeName } from "../game/types";
import { strokeWidth, faces, type ShapeLetter } from "../themes/faces";
import { fitting, outlineOf, square } from "../themes/outline";

export interface Picture {
  tiles: BoardTile[];
  board?: BoardForm | undefined;
  theme: ThemeName;
  cube: boolean;
  /** Points, at the lines that make them. */
  pills: Pill[];
  /** Everyone's points, below the tiles. */
  seats: { name: string; score: number }[];
  /** Below them, such as whose move it is and what it scores. */
  caption: string;
  /** What of an open table is shown; otherwise, what the tiles cover. */
  bounds?: Bounds;
}
/** What a variable of the page's colours stands for now. */
export type Colour = (name: string) => string;

const font = "system-ui, sans-serif";
/** Around the tiles, in cells: room for the points of a line that ends at the edge. */
const margin = 1;
const roomForPills = 0.7;
/** The size of the words below the tiles: as large as on a small table, however large it is. */
const wordSize = (width: number) => Math.max(46, Math.round(width / 20));
/** A size at which a text fits: letters are about half as wide as high. */
const sizeOf = (text: string, width: number) =>
  Math.min(wordSize(width), Math.floor((width - 60) / (0.56 * Math.max(1, text.length))));

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function drawTile({ cell, tile, state, tone }: BoardTile, picture: Picture, colour: Colour) {
  const { x, y } = cornerOf(cell);
  const shape = tile.charAt(1) as ShapeLetter;
  const radius = picture.cube ? 24 : 13;
  const { fill, cut } = outlineOf(picture.theme, shape, { x, y });
  const width = strokeWidth * fitting(faces[picture.theme][shape]).scale;
  const paint = colour(`--${tile.charAt(0)}`);
  const faint = state === "better" ? ' opacity="0.65"' : "";
  const parts = [
    `<g${faint}><path d="${square(x, y, 100, 100, radius)}" fill="${colour("--tile-edge")}"/>`,
    `<path d="${square(x + 3.2, y + 2.6, 93.6, 93.4, radius - 2.5)}" fill="${colour("--tile")}" stroke="${colour("--bevel")}" stroke-width="2.6"/>`,
    `<path d="${fill}" fill="${paint}" stroke="${paint}" stroke-width="${width}" stroke-linejoin="round"/>`,
    cut ? `<path d="${cut}" fill="${colour("--tile")}"/>` : "",
    "</g>",
  ];
  if (state === "played" || state === "better" || state === "last") {
    const ring = state === "better" ? ' stroke-dasharray="13 8"' : "";
    const marks = { played: tone ?? "good", better: "good", last: "glow" };
    const mark = colour(`--${marks[state]}`);
    parts.push(
      `<path d="${square(x - 2, y - 2, 104, 104, radius + 3)}" fill="none" stroke="${mark}" stroke-width="8"${ring}/>`,
    );
  }
  return parts.join("");
}

function drawBoard({ size: [width, height], bonus, stars }: BoardForm, colour: Colour): string {
  const cells = Array.from({ length: width * height }, (_, i) =>
    square((i % width) * pitch, Math.floor(i / width) * pitch, 100, 100, 13),
  ).join("");
  const disc = (cell: string, text: string, paint: string) => {
    const { x, y } = cornerOf(cell);
    return (
      `<circle cx="${x + 50}" cy="${y + 50}" r="30" fill="${paint}"/>` +
      `<text x="${x + 50}" y="${y + 65}" font-size="42" text-anchor="middle" fill="${colour("--ground")}">${text}</text>`
    );
  };
  return [
    `<path d="${cells}" fill="${colour("--ground")}" fill-opacity="0.18"/>`,
    ...bonus.map(([cell, value]) => disc(cell, String(value), colour("--ink-2"))),
    ...stars.map((cell) => disc(cell, "★", colour("--disc"))),
  ].join("");
}

function drawPill(pill: PlacedPill, colour: Colour): string {
  const { width, height } = pillSize(pill);
  const { x, y, tip, text, extra } = pill;
  const paint = colour(`--${pill.tone ?? (pill.six ? "good" : "glow")}`);
  const on = colour("--on-glow");
  const middle = extra > 0 ? x - 20 : x;
  const words = (at: number, down: number, size: number, fill: string, what: string) =>
    `<text x="${at}" y="${y + down}" text-anchor="middle" font-family="${font}" font-size="${size}" font-weight="700" fill="${fill}">${what}</text>`;
  return [
    `<path d="M${x} ${y}L${tip.x} ${tip.y}" stroke="${paint}" stroke-width="5" fill="none"/>`,
    `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${height / 2}" fill="${paint}"/>`,
    words(middle, 9, 27, on, text),
    extra > 0
      ? `<circle cx="${x + 30}" cy="${y}" r="14" fill="${on}"/>${words(x + 30, 7, 20, paint, String(extra))}`
      : "",
  ].join("");
}

/** Pills where they hide none of the tiles of the moves. */
function drawPills({ pills, tiles, board }: Picture, bounds: Bounds, colour: Colour): string {
  const moved = tiles.filter(({ state }) => state !== "lying").map(({ cell }) => cell);
  const by = board ? 0.4 : roomForPills;
  const { left, top, right, bottom } = bounds;
  return placed(pills, {
    scale: 0.5,
    turned: false,
    kept: new Set(moved),
    occupied: new Set(tiles.map(({ cell }) => cell)),
    offered: new Set(),
    edge: { left: left - by, top: top - by, right: right + by, bottom: bottom + by },
  })
    .map((pill) => drawPill(pill, colour))
    .join("");
}

/** The part of the table that shows these tiles. */
export const boundsOfTiles = (tiles: BoardTile[]): Bounds =>
  boundsOf(tiles.length > 0 ? tiles.map(({ cell }) => pointOf(cell)) : [{ x: 0, y: 0 }]);

export function pictureOf(picture: Picture, colour: Colour): { svg: string; size: Bounds } {
  const { tiles, board, caption, seats } = picture;
  const bounds = board
    ? { left: 0, top: 0, right: board.size[0] - 1, bottom: board.size[1] - 1 }
    : (picture.bounds ?? boundsOfTiles(tiles));
  const across = (bounds.right - bounds.left + 1 + 2 * margin) * pitch;
  const width = Math.max(8 * pitch, across);
  const left = (bounds.left - margin) * pitch - (width - across) / 2;
  const top = (bounds.top - margin) * pitch;
  const line = 1.4 * wordSize(width);
  const height = (bounds.bottom - bounds.top + 1 + 2 * margin) * pitch + 2 * line;
  const middle = left + width / 2;
  const text = (what: string, up: number, paint: string, weight: number) =>
    `<text x="${middle}" y="${top + height - up}" text-anchor="middle" font-family="${font}" font-size="${sizeOf(what, width)}" font-weight="${weight}" fill="${colour(paint)}">${escaped(what)}</text>`;
  const scores = seats.map(({ name, score }) => `${name} ${score}`).join("  ·  ");
  const body = [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="30" fill="${colour("--cloth")}"/>`,
    board ? drawBoard(board, colour) : "",
    ...tiles.map((tile) => drawTile(tile, picture, colour)),
    drawPills(picture, bounds, colour),
    text(scores, 1.6 * line, "--ink", 600),
    text(caption, 0.6 * line, "--ink-2", 400),
  ].join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" ` +
    `width="${Math.round(width / 2)}" height="${Math.round(height / 2)}" role="img">` +
    `<title>${escaped(caption)}</title>${body}</svg>`;
  return { svg, size: { left: 0, top: 0, right: width, bottom: height } };
}

/** The colours of the page as it looks now. */
export function pageColours(): Colour {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

/** An SVG picture on a canvas of this size, over a colour if there is one. */
export async function drawnOn(
  svg: string,
  width: number,
  height: number,
  ground: string | null = null,
): Promise<CanvasRenderingContext2D> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  if (ground !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(image, 0, 0, width, height);
  return context;
}

const widest = 2400;
/** An SVG picture as a PNG. */
export async function pngOf(svg: string, { right, bottom }: Bounds): Promise<Blob> {
  const scale = Math.min(1, widest / Math.max(right, bottom));
  const { canvas } = await drawnOn(svg, Math.round(right * scale), Math.round(bottom * scale));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
