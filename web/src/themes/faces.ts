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
}

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
  c: { fill: disc(50, 50, 31) },
  s: { fill: "M27 22H73Q78 22 78 27V73Q78 78 73 78H27Q22 78 22 73V27Q22 22 27 22Z" },
  d: { fill: "M50 14 86 50 50 86 14 50Z" },
  l: {
    fill: `${disc(50, 31, 16.5)}${disc(69, 50, 16.5)}${disc(50, 69, 16.5)}${disc(31, 50, 16.5)}${disc(50, 50, 13)}`,
  },
  x: { fill: star(4, 43, 15.5, Math.PI / 4) },
  t: { fill: star(8, 38, 22, -Math.PI / 2) },
};

export const faces: Record<ThemeName, Record<ShapeLetter, Face>> = {
  classic,
  // Emblems of our own: a golden android, a white trooper, a dome robot, a hooded sage, a dark
  // helmet, a visored hunter. They are signs, not portraits, and differ in outline. The terminal
  // uses them too.
  "star-wars": starWars,
};
