// A photo of the table: what was found, what the visitor has said about it, and the turn that
// follows from both.
import type { Counting } from "../game/counting.svelte";
import {
  cellPartOf,
  placedText,
  tileOf,
  type CellText,
  type PlacedText,
  type Preview,
  type TileText,
} from "../game/types";
import type { Corners, FoundTable } from "./eye";

/** A new tile, or a cell that may hold one. */
export interface Piece {
  cell: CellText;
  corners: Corners;
  /** What it is, as far as anyone knows. */
  tile: TileText | null;
  /** The most likely first. */
  likely: TileText[];
  /** Whether the visitor should say what it is. */
  open: boolean;
  /** It lay there before this turn. */
  earlier: boolean;
}

/** What the visitor says of a cell. */
export type Said = { tile: TileText } | "none" | "earlier";

export class Sighting {
  #said = $state.raw<ReadonlyMap<CellText, Said>>(new Map());
  #asked = 0;
  /** What the rules say, once they have. */
  preview = $state.raw<Preview | null>(null);

  constructor(
    readonly found: FoundTable,
    readonly counting: Counting,
  ) {
    void this.#judge();
  }

  #found = $derived.by((): Piece[] => {
    const tiles = this.found.tiles.flatMap((one): Piece[] => {
      if (!one.new) return [];
      return [
        {
          cell: cellPartOf(one.tile),
          corners: one.corners,
          tile: tileOf(one.tile),
          likely: one.likely ?? [],
          open: one.doubtful === true,
          earlier: false,
        },
      ];
    });
    const unread = this.found.unread.map((one): Piece => ({
      ...one,
      tile: null,
      likely: [],
      open: true,
      earlier: false,
    }));
    return [...tiles, ...unread];
  });
  /** What is new, as the visitor has it. Cells said to be empty stay, so that this can be taken back. */
  pieces = $derived(
    this.#found.map((piece): Piece => {
      const said = this.#said.get(piece.cell);
      if (!said) return piece;
      if (said === "none") return { ...piece, tile: null, open: false };
      if (said === "earlier") return { ...piece, earlier: true, open: piece.tile === null };
      return { ...piece, tile: said.tile, open: false };
    }),
  );
  open = $derived(this.pieces.filter((piece) => piece.open));
  /** What was placed in this turn. */
  laid = $derived(this.#placed((piece) => !piece.earlier));
  earlier = $derived(this.#placed((piece) => piece.earlier));
  /** Known tiles that look like others. */
  differing = $derived.by(() => this.found.tiles.filter((one) => one.differs));
  tooMany = $derived.by(() => this.laid.length > this.counting.edition.hand_size);
  /** Whether nothing stands between this and the sheet. */
  ready = $derived(this.open.length === 0 && this.laid.length > 0 && this.preview?.legal === true);
  /** Whether the game may begin with what lies there. */
  adoptable = $derived.by(
    () =>
      this.counting.bare &&
      this.open.length === 0 &&
      this.pieces.some(({ tile }) => tile !== null) &&
      !(this.found.board?.black ?? []).some((cell) => !this.#covers(cell)),
  );

  #covers = (cell: CellText) =>
    this.pieces.some((piece) => piece.cell === cell && piece.tile !== null);
  #placed(which: (piece: Piece) => boolean): PlacedText[] {
    return this.pieces.flatMap((piece) =>
      piece.tile !== null && which(piece) ? placedText(piece.tile, piece.cell) : [],
    );
  }

  say(cell: CellText, what: Said): void {
    this.#said = new Map(this.#said).set(cell, what);
    void this.#judge();
  }

  async #judge(): Promise<void> {
    const number = ++this.#asked;
    this.preview = null;
    if (this.laid.length === 0 || this.tooMany || !this.counting.laidOut) return;
    const preview = await this.counting.judge(this.laid, this.earlier).catch(() => null);
    if (number === this.#asked) this.preview = preview;
  }

  /** Enters the turn as far as it is known; the rest is corrected by hand. */
  lay = () => this.counting.lay(this.laid, this.earlier);
  adopt = () => this.counting.adopt([...this.laid, ...this.earlier], this.found.board);
}
