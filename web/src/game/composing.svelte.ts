// The position editor: what is composed, the tool in the hand, and what the rules say about it.
import { t } from "../i18n/index.svelte";
import {
  composedOf,
  emptyPosition,
  gameOf,
  questionOf,
  tileAt,
  withDisc,
  withSeat,
  withTile,
  type Composed,
} from "./composed";
import { say } from "./notices.svelte";
import { randomSeed } from "./plan";
import { readPositionLink } from "./positionLink";
import { rules } from "./rules";
import { keep, kept } from "./kept";
import { editions, type CellText, type ComposedAnswer, type TileText } from "./types";
import { tileName, where } from "./words";

/** What a tap on a cell does; with a tile, it is placed there. */
export type Tool = "tile" | "erase" | "disc";

interface Kept {
  /** The address from which it began. */
  from: string;
  composed: Composed;
}
const storageKey = "sixfold.editor";
const mostSteps = 200;

export class Composing {
  composed = $state.raw<Composed>(emptyPosition(editions[0]));
  answer = $state.raw<ComposedAnswer | null>(null);
  tool = $state<Tool>("tile");
  /** The tile in the hand of the one who composes. */
  selected = $state<TileText | null>(null);
  /** Whether the address named a position, and there was none. */
  missing = $state(false);
  #steps = $state.raw<Composed[]>([]);
  #from = "";
  #asked = 0;

  game = $derived(gameOf(this.composed));
  canUndo = $derived(this.#steps.length > 0);
  names = $derived(this.composed.seats.map((_, i) => t("setup.seat", { number: i + 1 })));

  /** Goes on with what was composed from this address before, or begins with its position. */
  async begin(hash: string): Promise<void> {
    this.#from = hash;
    const before = kept<Kept>(storageKey);
    if (before && (before.from === hash || hash === "")) {
      this.#from = before.from;
      this.composed = before.composed;
    } else if (hash !== "") {
      const shared = await readPositionLink(hash);
      if (shared) this.composed = composedOf(shared.view, shared.theme);
      else this.missing = true;
    }
    await this.ask();
  }

  change(next: Composed): void {
    if (next === this.composed) return;
    this.#steps = [...this.#steps, this.composed].slice(-mostSteps);
    this.#become(next);
  }
  undo(): void {
    const last = this.#steps.at(-1);
    if (!last) return;
    this.#steps = this.#steps.slice(0, -1);
    this.#become(last);
  }
  #become(next: Composed): void {
    this.missing = false;
    this.composed = next;
    const value: Kept = { from: this.#from, composed: next };
    keep(storageKey, value);
    this.ask().catch((error: unknown) => reportError(error));
  }

  async ask(): Promise<void> {
    const number = ++this.#asked;
    const answer = await rules.position(questionOf(this.composed, { names: this.names, seed: 1 }));
    if (number === this.#asked) this.answer = answer;
  }
  /** The position with other hidden hands each time, for players of these names. */
  deal(names: string[]): Promise<ComposedAnswer> {
    return rules.position(questionOf(this.composed, { names, seed: randomSeed() }));
  }

  // Tools

  choose(tile: TileText): void {
    this.selected = this.tool === "tile" && this.selected === tile ? null : tile;
    this.tool = "tile";
  }
  use(tool: Tool): void {
    this.tool = this.tool === tool ? "tile" : tool;
    this.selected = null;
  }

  touch(cell: CellText): void {
    const { composed, selected, tool } = this;
    const here = tileAt(composed, cell);
    if (tool === "disc") {
      this.change(withDisc(composed, cell));
    } else if (tool === "tile" && selected !== null && selected !== here) {
      this.change(withTile(composed, cell, selected));
      say(t("cell.tile", { tile: this.#nameOf(selected), ...where(cell) }));
    } else if (here !== null) {
      this.change(withTile(composed, cell, null));
      // Without another tile in the hand, this one is picked up.
      if (tool === "tile" && selected === null) this.selected = here;
      say(t("cell.empty", where(cell)));
    }
  }

  #nameOf = (tile: TileText) => tileName(tile, this.game.theme);

  addToHand(seat: number): void {
    const { selected, composed } = this;
    if (selected === null) return;
    this.#setHand(seat, [...(composed.seats[seat]?.hand ?? []), selected]);
    say(t("editor.hand.added", { tile: this.#nameOf(selected) }));
  }
  removeFromHand(seat: number, index: number): void {
    const hand = this.composed.seats[seat]?.hand ?? [];
    const tile = hand[index];
    if (tile === undefined) return;
    this.#setHand(seat, hand.toSpliced(index, 1));
    say(t("editor.hand.removed", { tile: this.#nameOf(tile) }));
  }
  async fillHand(seat: number): Promise<void> {
    const { composed } = this;
    const question = { names: this.names, seed: randomSeed(), fill: seat };
    const { hand } = await rules.position(questionOf(composed, question));
    if (hand && this.composed === composed) this.#setHand(seat, hand);
  }
  #setHand(seat: number, hand: TileText[]): void {
    this.change(withSeat(this.composed, seat, { hand }));
  }
}
