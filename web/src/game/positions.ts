// Positions for lessons, puzzles and scoring: views made from what is on the table and in the hand.
import {
  editionNamed,
  tileOf,
  type ActName,
  type BoardForm,
  type Edition,
  type PlacedText,
  type SeatView,
  type TileText,
  type Variant,
  type View,
} from "./types";
import { colours, shapes } from "../themes/faces";

export interface PositionSpec {
  variant: Variant;
  tiles: PlacedText[];
  hand: TileText[];
  /** The other player's hand, if hands are open. */
  otherHand?: TileText[];
  board?: BoardForm;
  stars?: string[];
  acts?: ActName[];
  bag?: number;
  discs?: [number, number];
  scores?: [number, number];
  held?: number;
  opened?: boolean;
  barred?: PlacedText;
}

/** What is neither on the table nor in a visible hand. */
function unseenOf({ copies, rolled }: Edition, seen: TileText[]): Record<string, number> {
  const left: Record<string, number> = {};
  for (const colour of colours) {
    if (rolled) left[colour] = copies;
    else for (const shape of shapes) left[colour + shape] = copies;
  }
  for (const tile of seen) {
    const piece = rolled ? tile.charAt(0) : tile;
    left[piece] = Math.max(0, (left[piece] ?? 0) - 1);
  }
  return Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0));
}

/** It is seat 0's turn, with one opponent. */
export function viewOf(spec: PositionSpec): View {
  const game = editionNamed(spec.variant);
  const open = game.open_hands;
  const otherHand = spec.otherHand ?? [];
  const seen = [...spec.tiles.map(tileOf), ...spec.hand, ...(open ? otherHand : [])];
  const unseen = unseenOf(game, seen);
  const total = Object.values(unseen).reduce((all, count) => all + count, 0);
  const held = spec.held ?? (open ? otherHand.length : Math.min(game.hand_size, total));
  const seat = (name: string, i: 0 | 1, own: TileText[], count: number): SeatView => ({
    name,
    score: spec.scores?.[i] ?? 0,
    held: count,
    discs: spec.discs?.[i] ?? 0,
    in: true,
    ...(open ? { hand: own } : {}),
  });
  const board = spec.board && {
    size: spec.board.size,
    stars: spec.stars ?? spec.board.stars,
    starts: spec.board.starts,
    bonus: spec.board.bonus,
  };
  return {
    variant: spec.variant,
    options: {},
    ...(board ? { board } : {}),
    tiles: spec.tiles,
    seat: 0,
    turn: 0,
    opened: spec.opened ?? spec.tiles.length > 0,
    hand: spec.hand,
    bag: spec.bag ?? total - (open ? 0 : held),
    unseen,
    seats: [seat("1", 0, spec.hand, spec.hand.length), seat("2", 1, otherHand, held)],
    acts: spec.acts ?? ["place", "trade"],
    barred: spec.barred ?? null,
    history: [],
  };
}
