// The forms of docs/notation.md and docs/protocol.md that the app reads and writes. The rules know
// what they mean; this file only names them.
import {
  editions,
  type EditionName,
  type OptionName,
  type ThemeName,
  type Variant,
} from "./catalogue";

export { editions, type EditionName, type OptionName, type ThemeName, type Variant };

/** Two letters, colour then shape: `Rc`. */
export type TileText = string;
/** `x,y` */
export type CellText = string;
/** `Rc@0,0` */
export type PlacedText = `${TileText}@${CellText}`;

/** Whether the pieces of a game are cubes. */
export const hasCubes = (view: View) => editionNamed(view.variant).rolled;

export const variants = editions.flatMap(({ name, variant }) => (name === variant ? variant : []));
/** A variant has the name of an edition. If there is none of this name: the first one. */
export const editionNamed = (name: string): Edition =>
  editions.find((one) => one.name === name) ?? editions[0];
/** The edition with these rules and this theme. */
export const editionOf = (variant: Variant, theme: ThemeName): Edition =>
  editions.find((one) => one.variant === variant && one.theme === theme) ?? editionNamed(variant);
export type ActName = "take" | "roll" | "place" | "trade" | "pass";
/**
 * Whether all cubes must be rolled until something fits (C4). If no face can ever fit, the player
 * trades or passes instead (C5).
 */
export const rollIsDue = (acts: ActName[]) =>
  acts.includes("roll") &&
  !acts.some((act) => act === "place" || act === "trade" || act === "pass");

export interface BoardForm {
  size: [number, number];
  stars: CellText[];
  starts: CellText[];
  bonus: [CellText, number][];
  black?: CellText[];
}

/** The values of options, by their names. */
export type Options = Partial<Record<OptionName, string>>;

/** What differs from the variant's defaults, as in records. */
export function plannedOptions({ variant }: Edition, options: Options): Options {
  const usual = editionNamed(variant).options;
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => usual[name as OptionName] !== value),
  );
}

export type Act =
  | { place: PlacedText[] }
  | { trade: TileText[] }
  | { roll: TileText[] }
  | { take: PlacedText }
  | { pass: true }
  | { leave: true };

export interface SeatView {
  name: string;
  score: number;
  held: number;
  discs: number;
  in: boolean;
  hand?: TileText[];
}

/** A turn as everyone could follow it: tiles if they were visible, otherwise their number. */
export interface SeenTurn {
  seat: number;
  take?: PlacedText;
  roll?: { cubes: TileText[]; faces: TileText[] };
  forced?: TileText[][];
  place?: PlacedText[];
  points?: number;
  trade?: number | TileText[];
  drew?: number | TileText[];
  leave?: "resigned" | "timeout";
  pass?: true;
}

export interface View {
  variant: Variant;
  options: Options;
  board?: BoardForm;
  tiles: PlacedText[];
  seat: number | null;
  turn: number;
  opened: boolean;
  hand: TileText[];
  bag: number;
  unseen: Record<string, number>;
  seats: SeatView[];
  acts: ActName[];
  barred: PlacedText | null;
  history: SeenTurn[];
}

export type EndReason = "out" | "dead" | "stalled" | "resigned" | "timeout" | "aborted";
export interface End {
  reason: EndReason;
  seat?: number;
  bonus?: number;
}

export interface ScoredLine {
  cells: CellText[];
  bonus?: number;
}
/** What earned points, in the order in which it is explained; each has a message `move.…`. */
export interface PointsItem {
  for: "line" | "line.six" | "lone" | "bonus" | "out";
  points: number;
  /** Of a line. */
  length?: number;
  direction?: "across" | "down";
  /** The numbered cell. */
  cell?: CellText;
}
export interface Score {
  /** Without the bonus for going out, which is among the items. */
  points: number;
  lines: ScoredLine[];
  items: PointsItem[];
}

export interface Preview {
  legal: boolean;
  reason?: string;
  cell?: CellText;
  score?: Score;
  fits: Record<TileText, CellText[]>;
  trade?: { fewest: number; most: number };
  takes: CellText[];
}

/** Why no game comes to a composed position; src/page/questions.hpp says what each code means. */
export interface PositionFault {
  code: string;
  cell?: CellText;
  tile?: TileText;
  seat?: number;
  count?: number;
}
export interface ComposedAnswer {
  /** What is neither on the table nor in a known hand. */
  left: Record<string, number>;
  bag: number;
  /** A hand that was filled. */
  hand?: TileText[];
  fault?: PositionFault;
  /** What the player to move sees, and a game that begins there. */
  view?: View;
  record?: string;
}

export interface Tableau {
  kind: "select" | "connect";
  turns: number;
}
/** An option of a game. */
export interface RuleChoice {
  option: OptionName;
  /** What the game allows. */
  values: string[];
  /** It has an effect only if these other options have these values. */
  only_if?: Options;
}
export interface Edition {
  name: EditionName;
  variant: Variant;
  theme: ThemeName;
  /** Of each tile or, if they are rolled, of the cubes of each colour. */
  copies: number;
  /** Whether the pieces are cubes. */
  rolled: boolean;
  open_hands: boolean;
  discs: boolean;
  /** Whether the opening must cover a start cell. */
  start_cells: boolean;
  hand_size: number;
  bonus_for_six: number;
  bonus_for_out: number;
  /** The defaults. */
  options: Required<Options>;
  choices: RuleChoice[];
  board?: BoardForm;
  tableaus?: Tableau[];
  kinds?: Tableau["kind"][];
  turnable?: boolean;
}
export interface Catalogue {
  editions: Edition[];
  bots: { name: string; sentence: string }[];
}

/** What the rules or the server refused, and why. */
export interface Refusal {
  code: string;
  message?: string;
  reason?: string;
  cell?: CellText;
  /** If it is about a record. */
  turn?: number;
  /** The number that would be possible. */
  count?: number;
}

/** A tile of the hand, in the player's order. */
export interface RackSlot {
  /** 0 for what is new. */
  id: number;
  tile: TileText;
  /** Where it is placed provisionally, and in which order it was. */
  cell: CellText | null;
  laid?: number;
  fresh?: "drawn" | "rolled";
}

/** A local game as the module shows it; src/page/open_games.hpp says what each member means. */
export interface LocalTable {
  game: number;
  theme: ThemeName;
  bots: string[];
  you: number | null;
  covered: number | null;
  bot: string;
  /** With only the turns of the history that are new. */
  view: View;
  turns: number;
  scores: (Score | null)[];
  preview?: Preview;
  saved: { head?: string; turns: string[]; tail: string };
  end?: End;
  winners?: number[];
  record?: string;
}

export interface ReplayMoment {
  turns: number;
  view: View;
  hands: TileText[][];
  theme: ThemeName;
  end?: End;
  winners?: number[];
}

/** Why a move is good or bad, as described in docs/review.md. */
export interface MoveReason {
  code: string;
  number: number;
  /** A number to compare with. */
  against?: number;
  /** From 0 to 1. */
  chance?: number;
  /** In points. */
  average?: number;
  tile?: TileText;
  tiles?: TileText[];
  cells?: CellText[];
}
export interface Hint {
  where: CellText[];
  tiles: TileText[];
  act: Act;
  points: number;
  /** The chance to win. */
  chance: number;
  why: MoveReason[];
}

export interface ReviewedMove {
  act: Act;
  points: number;
  /** The chance of every seat to win. */
  chances: number[];
  /** Half of a 95% interval of the player's chance. */
  error: number;
  /** The expected lead in points at the end. */
  lead: number;
  exact: boolean;
  /** How far it is behind the best one, and half of a 95% interval of that. */
  behind: number;
  behind_error: number;
  reasons: MoveReason[];
}
export type MoveClass = "best" | "good" | "inaccuracy" | "mistake" | "blunder";
export const moveClasses: MoveClass[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
export interface ReviewedAct {
  turn: number;
  seat: number;
  played: ReviewedMove;
  best: ReviewedMove[];
  /** Over how many deals of the unseen tiles its moves were judged. */
  deals: number;
  /** Every move that was judged over all of them, the best first. */
  candidates: ReviewedMove[];
  /** The chance to win that was given up. */
  given_up: number;
  /** Whether it is behind the first of them, but by no more than the error. */
  equal: boolean;
  class: MoveClass;
  /** The kind of error, if it was one. */
  weakness?: string;
  skill: number[];
  luck: number[];
  /** What made the difference. */
  explanation: { played: MoveReason[]; better?: MoveReason[] };
  /** What the player knew. */
  view: View;
}

export interface Point {
  x: number;
  y: number;
}
export const pointOf = (cell: CellText): Point => {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  return { x, y };
};
export const cellOf = (x: number, y: number): CellText => `${x},${y}`;
export const tileOf = (placed: PlacedText): TileText => placed.slice(0, placed.indexOf("@"));
export const cellPartOf = (placed: PlacedText): CellText => placed.slice(placed.indexOf("@") + 1);
export const placedText = (tile: TileText, cell: CellText): PlacedText => `${tile}@${cell}`;
