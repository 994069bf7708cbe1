// A position that somebody composes, and what is done to it. Every step makes a new one; whether a
// game can come to it is for the rules to say.
import {
  cellPartOf,
  editionNamed,
  editionOf,
  placedText,
  tileOf,
  type BoardForm,
  type CellText,
  type Edition,
  type EditionName,
  type Options,
  type PlacedText,
  type ThemeName,
  type TileText,
  type View,
} from "./types";

export interface ComposedSeat {
  score: number;
  discs: number;
  /** The size of a hand that nobody sees. */
  held: number;
  /** As far as it is known: where hands are open, of every seat, else of the seat to move. */
  hand: TileText[];
}

export interface Composed {
  edition: EditionName;
  options: Options;
  /** With every star cell. */
  board?: BoardForm;
  /** The star cells that still have their disc. */
  stars: CellText[];
  tiles: PlacedText[];
  seats: ComposedSeat[];
  turn: number;
  /** Null if it holds all that is nowhere else. */
  bag: number | null;
  /** Whether the player to move has rolled. */
  rolled: boolean;
}

export const mostSeats = 4;
export const fewestSeats = 2;

export const gameOf = ({ edition }: Composed): Edition => editionNamed(edition);

/** Of a board, what can be seen while a game is on. */
function printed({ size, stars, starts, bonus }: BoardForm): BoardForm {
  return { size, stars, starts, bonus };
}

export function emptyPosition(edition: Edition, seats = fewestSeats): Composed {
  const seat = () => ({ score: 0, discs: 0, held: edition.hand_size, hand: [] });
  return {
    edition: edition.name,
    options: {},
    ...(edition.board ? { board: printed(edition.board) } : {}),
    stars: edition.board?.stars ?? [],
    tiles: [],
    seats: Array.from({ length: seats }, seat),
    turn: 0,
    bag: null,
    rolled: false,
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The board of an edition if a view can be of it: a view has only the star cells with a disc. */
function boardOf(view: BoardForm, edition: Edition): BoardForm {
  const usual = edition.board;
  const fits =
    usual &&
    same([view.size, view.starts, view.bonus], [usual.size, usual.starts, usual.bonus]) &&
    view.stars.every((star) => usual.stars.includes(star));
  return printed(fits ? usual : view);
}

const without = <T>(list: readonly T[], one: T) => {
  const at = list.indexOf(one);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
};

/** What a player sees, at the beginning of the turn: a tile that was taken up is back on its cell. */
export function composedOf(view: View, theme: ThemeName): Composed {
  const edition = editionOf(view.variant, theme);
  const own = view.seat ?? view.turn;
  const { barred } = view;
  const seated = view.seats.flatMap((seat, i) => (seat.in || i === own ? [i] : []));
  const seats = seated.map((i): ComposedSeat => {
    const { score, discs, held, hand: open } = view.seats[i] ?? { score: 0, discs: 0, held: 0 };
    const known = open ?? (i === own ? view.hand : []);
    const took = barred !== null && i === own;
    const hand = took ? without(known, tileOf(barred)) : [...known];
    return { score, discs: took ? discs + 1 : discs, held: took ? held - 1 : held, hand };
  });
  const unseen = Object.values(view.unseen).reduce((all, count) => all + count, 0);
  const hidden = view.seats.reduce(
    (all, seat, i) => all + (seat.hand || i === own || !seat.in ? 0 : seat.held),
    0,
  );
  return {
    edition: edition.name,
    options: view.options,
    ...(view.board ? { board: boardOf(view.board, edition) } : {}),
    stars: view.board?.stars ?? [],
    tiles: barred === null ? [...view.tiles] : [...view.tiles, barred],
    seats,
    turn: Math.max(0, seated.indexOf(own)),
    bag: view.bag === unseen - hidden ? null : view.bag,
    rolled: edition.rolled && view.opened && !view.acts.includes("roll"),
  };
}

// On the table

export const tileAt = ({ tiles }: Composed, cell: CellText): TileText | null => {
  const placed = tiles.find((one) => cellPartOf(one) === cell);
  return placed ? tileOf(placed) : null;
};

/** With this tile on the cell, or with none. A tile takes the disc that lies there. */
export function withTile(before: Composed, cell: CellText, tile: TileText | null): Composed {
  const others = before.tiles.filter((one) => cellPartOf(one) !== cell);
  if (tile === null) return { ...before, tiles: others };
  return {
    ...before,
    tiles: [...others, placedText(tile, cell)],
    stars: before.stars.filter((star) => star !== cell),
  };
}

/** With a disc on a star cell, or without the one that is there. */
export function withDisc(before: Composed, cell: CellText): Composed {
  const { stars } = before;
  if (stars.includes(cell)) return { ...before, stars: stars.filter((star) => star !== cell) };
  const free = before.board?.stars.includes(cell) === true && tileAt(before, cell) === null;
  return free ? { ...before, stars: [...stars, cell] } : before;
}

// At the table

export const withSeat = (
  before: Composed,
  seat: number,
  change: Partial<ComposedSeat>,
): Composed => ({
  ...before,
  seats: before.seats.map((one, i) => (i === seat ? { ...one, ...change } : one)),
});

/** The known hand is that of the player to move, whoever that is. */
export function withTurn(before: Composed, turn: number): Composed {
  if (gameOf(before).open_hands || turn === before.turn) return { ...before, turn };
  const hand = before.seats[before.turn]?.hand ?? [];
  const passed = withSeat(before, before.turn, { hand: [], held: hand.length });
  return { ...withSeat(passed, turn, { hand }), turn };
}

export function withSeats(before: Composed, count: number): Composed {
  const { seats } = before;
  const added = emptyPosition(gameOf(before), Math.max(0, count - seats.length)).seats;
  const moved = before.turn < count ? before : withTurn(before, 0);
  return { ...moved, seats: [...moved.seats.slice(0, count), ...added] };
}

/** The question about it, as src/page/questions.hpp has it. */
export function questionOf(
  composed: Composed,
  { names, seed, fill }: { names: string[]; seed: number; fill?: number },
) {
  const { variant, theme, open_hands } = gameOf(composed);
  const { options, board, stars, tiles, turn, bag, rolled } = composed;
  return {
    variant,
    theme,
    options,
    ...(board ? { board } : {}),
    stars,
    tiles,
    seats: composed.seats.map(({ score, discs, held, hand }, i) => ({
      name: names[i] ?? "",
      score,
      discs,
      held,
      ...(open_hands || i === turn ? { hand } : {}),
    })),
    turn,
    ...(bag === null ? {} : { bag }),
    rolled,
    seed,
    ...(fill === undefined ? {} : { fill }),
  };
}
