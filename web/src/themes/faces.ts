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

// Emblems of our own for the Star Wars edition: a golden android, a white trooper, a dome robot, a
// hooded sage, a dark helmet, a visored hunter.
const starWars: Record<ShapeLetter, Face> = {
  c: {
    fill: "M50 16C67 16 76 30 76 47 76 66 66 84 50 84 34 84 24 66 24 47 24 30 33 16 50 16Z",
    cut: `${disc(39, 45, 8)}${disc(61, 45, 8)}M41 65H59V70H41ZM48 19H52V31H48Z`,
  },
  s: {
    fill: "M50 16C70 16 80 30 80 50L77 70 62 82 50 84 38 82 23 70 20 50C20 30 30 16 50 16Z",
    cut: "M29 46 46 49 44 57 32 56ZM71 46 54 49 56 57 68 56ZM40 68H60L63 76 37 76ZM48 30H52V42H48Z",
  },
  d: {
    fill: "M50 14C71 14 83 30 83 48H17C17 30 29 14 50 14ZM20 53H80V82Q80 86 76 86H24Q20 86 20 82Z",
    cut: `${disc(50, 34, 8)}M27 61H45V66H27ZM27 72H45V77H27ZM55 60H73V78H55Z`,
  },
  l: {
    fill: "M50 12C70 22 84 46 84 86H16C16 46 30 22 50 12Z",
    cut: "M50 30C63 38 68 50 66 68 60 78 40 78 34 68 32 50 37 38 50 30ZM50 44",
  },
  x: {
    fill: "M50 14C66 14 72 24 74 40L86 72 70 70 60 86H40L30 70 14 72 26 40C28 24 34 14 50 14Z",
    cut: "M30 42C36 38 44 40 47 46L46 52 33 51ZM70 42C64 38 56 40 53 46L54 52 67 51ZM44 60H56L62 74H38ZM50 18",
  },
  t: {
    fill: "M50 16C70 16 78 30 78 46V78Q78 84 70 84H30Q22 84 22 78V46C22 30 30 16 50 16ZM80 12H85V46H80Z",
    cut: "M28 42H72V50H54V80H46V50H28Z",
  },
};

export const faces: Record<ThemeName, Record<ShapeLetter, Face>> = {
  classic,
  "star-wars": starWars,
};
