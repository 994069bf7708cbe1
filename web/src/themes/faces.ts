// The pictures on tiles, each drawn in a square of 100 around 50,50 and painted in the tile's
// colour; `cut` is drawn over it in the colour of the tile's wood.
import type { ThemeName } from "../game/types";
import starWars from "./star-wars.json";

export const colours = ["R", "O", "Y", "G", "B", "P"] as const;
export const shapes = ["c", "s", "d", "l", "x", "t"] as const;
export type ColourLetter = (typeof colours)[number];
export type ShapeLetter = (typeof shapes)[number];

export interface Face {
  fill: string;
  cut?: string;
  /** The square of the drawing that covers the tile, if it is not the whole one. */
  box?: string;
}

/** The larger side of a symbol, of a tile 100 wide; strokes included. */
const symbolSize = 78.6;
/** Half of it is outside the path. */
export const strokeWidth = 3;

/** The outline of a star: `points` tips at `outer` from the middle, dents at `inner`. */
function star(points: number, outer: number, inner: number, turn: number): string {
  const corners = Array.from({ length: 2 * points }, (_, i) => {
    const angle = turn + (i * Math.PI) / points;
    const reach = i % 2 === 0 ? outer : inner;
    return `${(50 + reach * Math.cos(angle)).toFixed(1)} ${(50 + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const classic: Record<ShapeLetter, Face> = {
  c: { fill: disc(50, 50, 37.6) },
  s: {
    fill: "M19 12.4H81Q87.6 12.4 87.6 19V81Q87.6 87.6 81 87.6H19Q12.4 87.6 12.4 81V19Q12.4 12.4 19 12.4Z",
  },
  d: { fill: "M50 11.8 88.2 50 50 88.2 11.8 50Z" },
  l: {
    fill: `${disc(50, 31, 19)}${disc(69, 50, 19)}${disc(50, 69, 19)}${disc(31, 50, 19)}${disc(50, 50, 15)}`,
  },
  x: { fill: star(4, 53.3, 19, Math.PI / 4) },
  t: { fill: star(8, 38.2, 24, -Math.PI / 2) },
};

/** Left, top, right and bottom of each drawing. */
const starWarsEdges: Record<ShapeLetter, [number, number, number, number]> = {
  c: [19, 8, 81, 85],
  s: [16, 18, 84, 84],
  d: [17, 14, 83, 86],
  l: [16, 12, 84, 86],
  x: [11, 13, 89, 87],
  t: [20, 14, 86, 84],
};
function boxAround([left, top, right, bottom]: [number, number, number, number]): string {
  const side = ((Math.max(right - left, bottom - top) + strokeWidth) * 100) / symbolSize;
  return [(left + right - side) / 2, (top + bottom - side) / 2, side, side].join(" ");
}
const sized = (drawings: Record<ShapeLetter, Face>): Record<ShapeLetter, Face> => {
  const of = (shape: ShapeLetter) => ({
    ...drawings[shape],
    box: boxAround(starWarsEdges[shape]),
  });
  return { c: of("c"), s: of("s"), d: of("d"), l: of("l"), x: of("x"), t: of("t") };
};

export const faces: Record<ThemeName, Record<ShapeLetter, Face>> = {
  classic,
  // Emblems of our own: a golden android, a white trooper, a dome robot, a hooded sage, a dark
  // helmet, a visored hunter. They are signs, not portraits, and differ in outline. The terminal
  // uses them too.
  "star-wars": sized(starWars),
};
