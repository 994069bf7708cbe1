// The pictures on tiles, each drawn in a square of 100 around 50,50 and painted in the tile's
// colour; `cut` is drawn over it in the colour of the tile's wood.
import type { ThemeName } from "../game/types";

export const colours = ["R", "O", "Y", "G", "B", "P"] as const;
export const shapes = ["c", "s", "d", "l", "x", "t"] as const;
export type ColourLetter = (typeof colours)[number];
export type ShapeLetter = (typeof shapes)[number];

export interface Face {
  fill: string;
  cut?: string;
}

/** A star's outline: `points` tips at `outer` from the middle, dents at `inner`. */
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

/** Within a disc what is left of the picture: drawn the other way round, it is spared. */
const spared = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
const bar = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;

// Emblems of our own for the Star Wars edition: a golden android, a white trooper, a dome robot, a
// hooded sage, a dark helmet, a visored hunter. They are signs, not portraits, and differ in outline.
const starWars: Record<ShapeLetter, Face> = {
  c: {
    fill: `${disc(50, 54, 31)}${bar(48, 12, 4, 14)}${disc(50, 13, 5)}`,
    cut: `${disc(38, 48, 9)}${spared(38, 48, 3.5)}${disc(62, 48, 9)}${spared(62, 48, 3.5)}${bar(38, 66, 5, 10)}${bar(47.5, 66, 5, 10)}${bar(57, 66, 5, 10)}`,
  },
  s: {
    fill: "M26 28Q50 8 74 28L84 54 72 84H28L16 54Z",
    cut: `M25 40H75L71 55H55L50 49 45 55H29Z${bar(36, 66, 6, 11)}${bar(47, 66, 6, 11)}${bar(58, 66, 6, 11)}`,
  },
  d: {
    fill: "M50 14C71 14 83 30 83 48H17C17 30 29 14 50 14ZM20 53H80V82Q80 86 76 86H24Q20 86 20 82Z",
    cut: `${disc(50, 34, 8)}${bar(27, 61, 18, 5)}${bar(27, 72, 18, 5)}${bar(55, 60, 18, 18)}`,
  },
  l: {
    fill: "M50 12C70 22 84 46 84 86H16C16 46 30 22 50 12Z",
    cut: `M50 30C63 38 68 50 66 68 60 78 40 78 34 68 32 50 37 38 50 30Z${disc(43, 56, 4)}${disc(57, 56, 4)}`,
  },
  x: {
    fill: "M50 13C67 13 74 26 76 42L89 78 66 74 58 87H42L34 74 11 78 24 42C26 26 33 13 50 13Z",
    cut: `M31 44 46 50V57L33 54ZM69 44 54 50V57L67 54Z${bar(48, 18, 4, 20)}M42 64H58L62 76H38Z`,
  },
  t: {
    fill: "M46 18C64 18 72 30 72 46V76Q72 84 64 84H28Q20 84 20 76V46C20 30 28 18 46 18ZM76 14H86V40H80V52H76Z",
    cut: `M20 42H72V54H20Z${bar(30, 64, 4, 14)}${bar(44, 64, 4, 14)}${bar(58, 64, 4, 14)}`,
  },
};

export const faces: Record<ThemeName, Record<ShapeLetter, Face>> = {
  classic,
  "star-wars": starWars,
};
