// The table of the first lesson as it grows: the learner's tiles stay where they were placed, and
// the other player's are placed beside them so that every step can be done.
import {
  cellOf,
  cellPartOf,
  placedText,
  pointOf,
  tileOf,
  type PlacedText,
  type Point,
} from "../game/types";

const steps = ["longer", "two", "twice", "six", "trade", "end", "tips"] as const;
type StepName = (typeof steps)[number];
type Own = Readonly<Record<string, PlacedText[]>>;

const plus = (a: Point, b: Point, times = 1): Point => ({
  x: a.x + times * b.x,
  y: a.y + times * b.y,
});
const at = (tile: string, { x, y }: Point) => placedText(tile, cellOf(x, y));

/** The table before this step. */
export function firstTable(own: Own, step: StepName): PlacedText[] {
  const before = steps.indexOf(step);
  const has = (other: StepName) => before > steps.indexOf(other);
  const line = own["open"] ?? ["Rc@0,0", "Rs@1,0", "Rl@2,0"];
  const tiles = [...line];
  const cell = (tile: string): Point =>
    pointOf(cellPartOf(tiles.find((one) => tileOf(one) === tile) ?? `${tile}@0,0`));

  const isAcross = new Set(line.map((one) => pointOf(cellPartOf(one)).y)).size === 1;
  const along: Point = isAcross ? { x: 1, y: 0 } : { x: 0, y: 1 };
  const aside: Point = isAcross ? { x: 0, y: 1 } : { x: 1, y: 0 };
  /** The free cell after the last tile of the red line. */
  const end = (): Point => {
    let found = cell("Rs");
    const isTaken = (here: Point) =>
      tiles.some((one) => cellPartOf(one) === cellOf(here.x, here.y));
    while (isTaken(found)) found = plus(found, along);
    return found;
  };

  const [circle, square, clover] = ["Rc", "Rs", "Rl"].map(cell) as [Point, Point, Point];
  tiles.push(at("Gs", plus(square, aside)), at("Bs", plus(square, aside, 2)));
  if (!has("longer")) return tiles;
  tiles.push(...(own["longer"] ?? [at("Rd", end())]));
  // With the clover between circle and square, the green line needs one more tile.
  const isApart = Math.abs(circle.x - square.x) + Math.abs(circle.y - square.y) > 1;
  if (isApart) tiles.push(at("Gl", plus(clover, aside)));
  if (!has("two")) return tiles;
  tiles.push(...(own["two"] ?? [at("Gc", plus(circle, aside))]));
  if (!has("twice")) return tiles;
  tiles.push(at("Rt", end()));
  if (!has("six")) return tiles;
  tiles.push(...(own["six"] ?? [at("Rx", end())]), ...(step === "tips" ? (own["end"] ?? []) : []));
  return tiles;
}
