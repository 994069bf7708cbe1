// Scoring for people who play with real tiles: they enter what was placed, the rules count.
import { viewOf } from "./positions";
import { rules } from "./rules";
import { keep, kept } from "./kept";
import {
  cellPartOf,
  editions,
  placedText,
  tileOf,
  type BoardForm,
  type CellText,
  type Edition,
  type EditionName,
  type PlacedText,
  type Preview,
  type Score,
  type TileText,
  type View,
} from "./types";

export interface CountedTurn {
  seat: number;
  place: PlacedText[];
  take?: PlacedText;
  /** Null if nothing was placed; without lines if only the points were entered. */
  score: Score | null;
  /** For the last tile of a hand. */
  out?: number;
}

interface Kept {
  edition: EditionName;
  names: string[];
  presets: PlacedText[];
  /** Whether all preset tiles have been entered. */
  laidOut: boolean;
  turns: CountedTurn[];
  by?: Entry;
  /** The board that was photographed, if its quarters may lie in another way. */
  board?: BoardForm;
}

/** What is entered: what was placed, or only the points. */
export type Entry = "tiles" | "points";

const storageKey = "sixfold.counting";
/** Enough tiles that the rules do not end the game. */
const bag = 30;
const mostDigits = 3;

/** The hand is on a real table: whether it could make a longer first line is for its owner to say. */
function judged({ reason, cell, ...preview }: Preview): Preview {
  if (reason === "not_largest_set") return { ...preview, legal: true };
  return { ...preview, ...(reason ? { reason } : {}), ...(cell ? { cell } : {}) };
}

export class Counting {
  names = $state.raw<string[]>([]);
  /** The board on the table. */
  board = $state.raw<BoardForm | undefined>();
  /** On the table before the first turn. */
  presets = $state.raw<PlacedText[]>([]);
  laidOut = $state(true);
  turns = $state.raw<CountedTurn[]>([]);
  /** Placed in the turn that is being entered. */
  laid = $state.raw<PlacedText[]>([]);
  take = $state.raw<PlacedText | null>(null);
  taking = $state(false);
  selected = $state<TileText | null>(null);
  preview = $state.raw<Preview | null>(null);
  by = $state<Entry>("tiles");
  /** The points of the turn, as far as they have been typed. */
  digits = $state("");
  /** Who has the turn that is being entered, if it is not the next player. */
  #chosen = $state<number | null>(null);
  #asked = 0;

  constructor(readonly edition: Edition) {
    this.board = edition.board;
  }

  /** The session that was left. */
  static resume(): Counting | null {
    const before = kept<Kept>(storageKey);
    const edition = editions.find(({ name }) => name === before?.edition);
    if (!before || !edition) return null;
    const counting = new Counting(edition);
    counting.names = before.names;
    counting.presets = before.presets;
    counting.laidOut = before.laidOut;
    counting.turns = before.turns;
    counting.by = before.by ?? "tiles";
    counting.board = before.board ?? edition.board;
    return counting;
  }

  static begin(edition: Edition, names: string[]): Counting {
    const counting = new Counting(edition);
    counting.names = names;
    counting.laidOut = !edition.board?.black?.length;
    counting.#keep();
    return counting;
  }

  static forget(): void {
    keep(storageKey, null);
  }

  seat = $derived(
    this.#chosen ?? ((this.turns.at(-1)?.seat ?? -1) + 1) % Math.max(1, this.names.length),
  );
  /** The table before the turn that is being entered. */
  before = $derived.by(() => {
    let tiles = [...this.presets];
    for (const turn of this.turns) {
      tiles = tiles.filter((placed) => placed !== turn.take);
      tiles.push(...turn.place);
    }
    return tiles.filter((placed) => placed !== this.take);
  });
  stars = $derived.by(() => {
    const covered = new Set(
      [...this.presets, ...this.turns.flatMap((turn) => turn.place)].map(cellPartOf),
    );
    return this.board?.stars.filter((cell) => !covered.has(cell)) ?? [];
  });
  scores = $derived(
    this.names.map((_, seat) =>
      this.turns
        .filter((turn) => turn.seat === seat)
        .reduce((all, turn) => all + (turn.score?.points ?? 0) + (turn.out ?? 0), 0),
    ),
  );
  discs = $derived(
    this.names.map((_, seat) => {
      const own = this.turns.filter((turn) => turn.seat === seat);
      const stars = new Set(this.board?.stars ?? []);
      const seen = new Set<CellText>();
      let count = 0;
      for (const turn of this.turns)
        for (const cell of turn.place.map(cellPartOf)) {
          if (turn.seat === seat && stars.has(cell) && !seen.has(cell)) ++count;
          seen.add(cell);
        }
      return count - own.filter((turn) => turn.take).length;
    }),
  );
  /** The points of the turn that is being entered, without those for going out. */
  points = $derived.by(() => {
    if (this.by === "points") return Number(this.digits);
    return this.laid.length > 0 ? (this.preview?.score?.points ?? 0) : 0;
  });
  canCount = $derived(
    this.by === "points"
      ? this.digits !== ""
      : this.laid.length > 0 && this.preview?.legal === true,
  );
  fits = $derived(new Set(this.selected ? (this.preview?.fits[this.selected] ?? []) : []));
  blackLeft = $derived.by(() => {
    const covered = new Set(this.presets.map(cellPartOf));
    return this.board?.black?.filter((cell) => !covered.has(cell)) ?? [];
  });

  /** Whether no tile is known: the table may be taken over as it lies. */
  bare = $derived(!this.laidOut || this.before.length === 0);

  #view(laid: PlacedText[], earlier: PlacedText[] = []): View {
    const own = laid.map(tileOf);
    const { hand_size, variant } = this.edition;
    const { board } = this;
    const black = board?.black ?? [];
    const lay = [...this.presets, ...earlier].some((one) => !black.includes(cellPartOf(one)));
    return viewOf({
      variant,
      tiles: [...this.before, ...earlier],
      hand: this.selected ? [...own, this.selected] : own,
      ...(board ? { board, stars: this.stars } : {}),
      acts: ["place"],
      bag,
      held: hand_size,
      opened: lay || this.turns.some((turn) => turn.place.length > 0),
      ...(this.take ? { barred: this.take } : {}),
    });
  }
  async ask(): Promise<void> {
    const number = ++this.#asked;
    const answer = await rules.preview(this.#view(this.laid), this.laid);
    if (number === this.#asked) this.preview = judged(answer);
  }
  /** What the rules say of a placement, `earlier` tiles being on the table already. */
  async judge(laid: PlacedText[], earlier: PlacedText[]): Promise<Preview> {
    return judged(await rules.preview(this.#view(laid, earlier), laid));
  }

  /** These tiles are placed in the turn that is being entered; `earlier` ones lay there before. */
  async lay(laid: PlacedText[], earlier: PlacedText[]): Promise<void> {
    this.by = "tiles";
    this.digits = "";
    this.selected = null;
    this.taking = false;
    this.presets = [...this.presets, ...earlier];
    this.laid = laid;
    this.#keep();
    await this.ask();
  }

  /** The table as it lies before the first turn. */
  async adopt(tiles: PlacedText[], board?: BoardForm): Promise<void> {
    const seat = this.#chosen;
    this.by = "tiles";
    this.presets = tiles;
    this.board = board ?? this.board;
    this.laidOut = true;
    const asking = this.#fresh();
    this.#chosen = seat;
    await asking;
  }

  async select(tile: TileText): Promise<void> {
    this.taking = false;
    this.selected = this.selected === tile ? null : tile;
    await this.ask();
  }

  /** Places the selected tile, takes one back, or takes one up for a disc. */
  async touch(cell: CellText): Promise<void> {
    const here = this.laid.find((placed) => cellPartOf(placed) === cell);
    const lying = this.before.find((placed) => cellPartOf(placed) === cell);
    if (this.taking) {
      if (lying) this.take = lying;
      this.taking = false;
    } else if (!this.laidOut) {
      if (lying) this.presets = this.presets.filter((placed) => placed !== lying);
      else if (this.selected && this.board?.black?.includes(cell))
        this.presets = [...this.presets, placedText(this.selected, cell)];
      this.#keep();
      return;
    } else if (here) this.laid = this.laid.filter((placed) => placed !== here);
    else if (this.selected && !lying) {
      this.laid = [...this.laid, placedText(this.selected, cell)];
      this.selected = null;
    }
    await this.ask();
  }

  finishLayout(): Promise<void> {
    this.laidOut = true;
    this.selected = null;
    this.#keep();
    return this.ask();
  }

  enterBy(what: Entry): Promise<void> {
    const seat = this.#chosen;
    this.by = what;
    const asking = this.#fresh();
    this.#chosen = seat;
    return asking;
  }

  type(digit: string): void {
    if (this.digits === "0") this.digits = digit;
    else if (this.digits.length < mostDigits) this.digits += digit;
  }
  eraseDigit(): void {
    this.digits = this.digits.slice(0, -1);
  }

  /** The turn that is being entered is this player's. */
  choose(seat: number): void {
    this.#chosen = seat;
  }

  #score(): Score | null {
    if (this.by === "points")
      return this.digits === "" ? null : { points: this.points, lines: [], items: [] };
    return this.laid.length > 0 ? (this.preview?.score ?? null) : null;
  }

  /** The turn has been entered, with or without placed tiles or points. */
  async next(out: boolean): Promise<void> {
    this.turns = [
      ...this.turns,
      {
        seat: this.seat,
        place: this.laid,
        score: this.#score(),
        ...(this.take ? { take: this.take } : {}),
        ...(out ? { out: this.edition.bonus_for_out } : {}),
      },
    ];
    await this.#fresh();
  }

  async undo(): Promise<void> {
    const seat = this.turns.at(-1)?.seat ?? null;
    this.turns = this.turns.slice(0, -1);
    const asking = this.#fresh();
    this.#chosen = seat;
    await asking;
  }

  #fresh(): Promise<void> {
    this.#chosen = null;
    this.digits = "";
    this.laid = [];
    this.take = null;
    this.taking = false;
    this.selected = null;
    this.#keep();
    return this.ask();
  }

  #keep(): void {
    const { names, presets, laidOut, turns, by, board } = this;
    const value: Kept = {
      edition: this.edition.name,
      names,
      presets,
      laidOut,
      turns,
      by,
      ...(board && board !== this.edition.board ? { board } : {}),
    };
    keep(storageKey, value);
  }
}
