// The lessons, step by step: what is shown, and what to do before continuing.
import {
  tileOf,
  type EditionName,
  type PlacedText,
  type Preview,
  type TileText,
} from "../game/types";
import type { PositionSpec } from "../game/positions";
import { boardOf, examples } from "./examples";
import { firstTable } from "./firstTable";

/** What a step waits for. Without a goal it is only read. */
export type Goal =
  | {
      kind: "lay";
      tiles?: number;
      points?: number;
      lines?: number;
      six?: true;
      bonus?: true;
      star?: true;
    }
  | { kind: "illegal"; reason: string }
  /** `draw`: what comes out of the bag, as many as are traded. */
  | { kind: "trade"; draw: TileText[] }
  | { kind: "roll" }
  | { kind: "take" };

/** What the learner has placed in this lesson, by the text of the step. */
export type Own = Readonly<Record<string, PlacedText[]>>;

export interface Step {
  /** The message `lesson.<game>.<text>`. */
  text: string;
  /** What was placed in earlier steps stays where it was placed. */
  position: (own: Own) => Promise<PositionSpec> | PositionSpec;
  goal?: Goal;
}

export interface Lesson {
  game: EditionName;
  steps: Step[];
}

const base: Step[] = [
  {
    text: "open",
    position: () => ({
      variant: "base",
      tiles: [],
      hand: ["Rc", "Rs", "Rl", "Gd", "Bx", "Yt"],
      acts: ["place"],
    }),
    goal: { kind: "lay", tiles: 3 },
  },
  {
    text: "longer",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "longer"),
      hand: ["Gd", "Bx", "Yt", "Rd", "Ol", "Pc"],
      scores: [3, 3],
    }),
    goal: { kind: "lay", points: 4 },
  },
  {
    text: "two",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "two"),
      hand: ["Gd", "Bx", "Yt", "Gc", "Ol", "Pc"],
      scores: [7, 3],
    }),
    goal: { kind: "lay", lines: 2 },
  },
  {
    text: "twice",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "twice"),
      hand: ["Gd", "Bx", "Yt", "Rs", "Ol", "Pc"],
      scores: [11, 3],
    }),
    goal: { kind: "illegal", reason: "duplicate" },
  },
  {
    text: "six",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "six"),
      hand: ["Gd", "Bx", "Yt", "Rx", "Ol", "Pc"],
      scores: [11, 8],
    }),
    goal: { kind: "lay", six: true },
  },
  {
    text: "trade",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "trade"),
      hand: ["Yd", "Yt", "Od", "Ox", "Pl", "Pt"],
      scores: [23, 8],
    }),
    goal: { kind: "trade", draw: ["Gl", "Bt", "Ys", "Pc", "Os", "Bl"] },
  },
  {
    text: "end",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "end"),
      hand: ["Bc"],
      bag: 0,
      held: 2,
      scores: [23, 8],
    }),
    goal: { kind: "lay" },
  },
  {
    text: "tips",
    position: (own) => ({
      variant: "base",
      tiles: firstTable(own, "tips"),
      hand: [],
    }),
  },
];

const starWars: Step[] = [
  {
    text: "figures",
    position: () => ({
      variant: "base",
      tiles: ["Yc@0,0", "Ys@1,0", "Yd@2,0", "Yl@3,0", "Yx@4,0", "Yt@5,0"],
      hand: [],
    }),
  },
  {
    text: "square",
    position: () => ({
      variant: "base",
      tiles: ["Yd@0,0", "Rd@1,0", "Rs@1,1"],
      hand: ["Ys", "Bx", "Pt", "Gl", "Oc", "Bt"],
    }),
    goal: { kind: "lay", lines: 2 },
  },
];

const cubesOnTable = ["Yt@0,-1", "Bt@0,-2", "Gt@0,-3", "Bd@1,-2"] as const;
const redCubes: PlacedText[] = ["Rt@0,0", "Rs@-1,0", "Rc@-2,0"];
const otherCubes: TileText[] = ["Gc", "Bs", "Pd", "Ol", "Yx", "Rt"];
const cubes: Step[] = [
  {
    text: "roll",
    position: () => ({
      variant: "cubes",
      tiles: [...cubesOnTable],
      hand: ["Rl", "Rs", "Rc", "Ox", "Pl", "Gx"],
      otherHand: otherCubes,
      acts: ["roll", "place"],
    }),
    goal: { kind: "roll" },
  },
  {
    text: "lay",
    position: () => ({
      variant: "cubes",
      tiles: [...cubesOnTable],
      hand: ["Rt", "Rs", "Rc", "Ox", "Pl", "Gx"],
      otherHand: otherCubes,
      acts: ["place"],
    }),
    goal: { kind: "lay", points: 7 },
  },
  {
    text: "forced",
    position: ({ lay = redCubes }) => ({
      variant: "cubes",
      tiles: [...cubesOnTable, ...lay],
      hand: ["Ox", "Pl", "Gx", "Bl", "Oc", "Ps"],
      otherHand: otherCubes,
      acts: ["place"],
    }),
  },
  {
    text: "tips",
    position: ({ lay = redCubes }) => ({
      variant: "cubes",
      tiles: [...cubesOnTable, ...lay],
      hand: ["Ox", "Pl", "Gx", "Bl", "Oc", "Ps"],
      otherHand: otherCubes,
      acts: ["place"],
    }),
  },
];

/** The example's own position, with additional tiles in hand. */
async function fromExample(
  id: string,
  more: TileText[],
  changes: (spec: PositionSpec, taken: TileText[]) => Partial<PositionSpec> = () => ({}),
): Promise<PositionSpec> {
  const example = (await examples()).get(id);
  if (!example) throw new Error(`no example ${id}`);
  const taken = example.take ? [tileOf(example.take)] : [];
  const own = example.place.map(tileOf).filter((tile) => !taken.includes(tile));
  const board = await boardOf(example);
  const spec: PositionSpec = {
    variant: example.variant,
    tiles: example.tiles,
    hand: [...own, ...more],
    ...(board ? { board } : {}),
  };
  return { ...spec, ...changes(spec, taken) };
}

const select: Step[] = [
  {
    text: "open",
    position: () =>
      fromExample("select-opening", ["Bx", "Gl", "Yt"], () => ({ acts: ["place"], opened: false })),
    goal: { kind: "lay", tiles: 3 },
  },
  {
    text: "disc",
    position: () => fromExample("select-disc", ["Bx", "Gl", "Yt", "Gt", "Bl"]),
    goal: { kind: "lay", star: true },
  },
  {
    text: "take",
    position: () =>
      fromExample("select-take-for-six", ["Rl", "Pl", "Bd", "Gd", "Rd"], () => ({
        acts: ["take", "place", "trade"],
        discs: [1, 0],
      })),
    goal: { kind: "take" },
  },
  {
    text: "six",
    position: () =>
      fromExample("select-take-for-six", ["Rl", "Pl", "Bd", "Gd", "Rd"], (spec, taken) => ({
        tiles: spec.tiles.filter((placed) => placed !== "Os@10,2"),
        hand: [...taken, ...spec.hand],
        barred: "Os@10,2",
      })),
    goal: { kind: "lay", six: true },
  },
  { text: "tips", position: () => fromExample("select-take-for-six", []) },
];

const connect: Step[] = [
  {
    text: "number",
    position: () =>
      fromExample("connect-one-number", ["Bx", "Pt", "Rl", "Yc", "Od"], () => ({
        opened: false,
        acts: ["place"],
      })),
    goal: { kind: "lay", bonus: true },
  },
  {
    text: "more",
    position: () => fromExample("connect-two-numbers", ["Bx", "Pt", "Rl", "Yc"]),
    goal: { kind: "lay", points: 9 },
  },
  { text: "tips", position: () => fromExample("connect-two-numbers", []) },
];

const selectConnect: Step[] = [
  {
    text: "open",
    position: () =>
      fromExample("select-connect-opening", ["Bx", "Pt", "Rl", "Yc", "Od"], () => ({
        opened: false,
        acts: ["place"],
      })),
    goal: { kind: "lay", bonus: true },
  },
  {
    text: "again",
    position: () =>
      fromExample("select-connect-number-again", ["Bx", "Pt", "Pl", "Yc", "Od"], (spec) => ({
        tiles: spec.tiles.filter((placed) => placed !== "Gc@10,1"),
        barred: "Gc@10,1",
      })),
    goal: { kind: "lay", points: 5 },
  },
];

export const lessons: Lesson[] = [
  { game: "base", steps: base },
  { game: "star-wars", steps: starWars },
  { game: "cubes", steps: cubes },
  { game: "select", steps: select },
  { game: "connect", steps: connect },
  { game: "select-connect", steps: selectConnect },
];

/** Whether the rules' verdict on the placed tiles is what the step asks for. */
export function reached(
  goal: Goal | undefined,
  preview: Preview,
  laid: { cell: string }[],
  stars: string[],
): boolean {
  if (!goal) return false;
  if (goal.kind === "illegal") return preview.reason === goal.reason;
  if (goal.kind !== "lay" || !preview.legal || !preview.score) return false;
  const { score } = preview;
  return (
    laid.length >= (goal.tiles ?? 1) &&
    score.points >= (goal.points ?? 0) &&
    score.lines.length >= (goal.lines ?? 0) &&
    (!goal.six || score.lines.some((line) => line.bonus !== undefined)) &&
    (!goal.bonus || score.items.some((item) => item.for === "bonus")) &&
    (!goal.star || laid.some(({ cell }) => stars.includes(cell)))
  );
}
