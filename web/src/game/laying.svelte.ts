// Provisional tiles, placed but not played: the player's intended move, and what the rules say
// about it.
import { fromRack, holds, moved, newSlot, shuffled, toRack, type Slot } from "./rack";
import { rules } from "./rules";
import { keep, kept } from "./kept";
import {
  cellPartOf,
  placedText,
  tileOf,
  type Act,
  type CellText,
  type End,
  type PlacedText,
  type Preview,
  type RackSlot,
  type TileText,
  type View,
} from "./types";

export type Mode = "lay" | "trade" | "roll" | "take";

interface Kept {
  order: TileText[];
  laid: PlacedText[];
}

export class Laying {
  slots = $state.raw<Slot[]>([]);
  selected = $state<number | null>(null);
  mode = $state<Mode>("lay");
  /** Slots picked for a trade or a roll. */
  picked = $state.raw<ReadonlySet<number>>(new Set());
  /** The tile on the board to be taken. */
  taking = $state<CellText | null>(null);
  /**
   * What the rules say about the placed tiles; for a moment, until they answer, about the previous
   * ones.
   */
  preview = $state.raw<Preview | null>(null);

  #view: View | null = null;
  /** How often another table was shown: answers about an earlier one are late. */
  #shown = 0;
  #laidOrder: number[] = [];
  #asked = $state(0);
  #answered = $state(0);

  /**
   * `key`: where the tiles are stored, so that reloading the page loses nothing; null if they need
   * not be.
   */
  constructor(readonly key: string | null) {}

  laid = $derived(this.slots.filter((slot) => slot.cell !== null));
  selectedSlot = $derived(this.slots.find((slot) => slot.id === this.selected) ?? null);
  #current = $derived(this.#asked === this.#answered ? this.preview : null);
  canPlay = $derived(this.laid.length > 0 && this.#current?.legal === true);
  /** Where the selected tile fits. */
  fits = $derived(
    new Set(this.selectedSlot ? (this.#current?.fits[this.selectedSlot.tile] ?? []) : []),
  );
  /** Whether it is known that the selected tile fits nowhere. */
  fitsNowhere = $derived(
    this.mode === "lay" && this.#current?.fits[this.selectedSlot?.tile ?? ""]?.length === 0,
  );
  /** Where any remaining tile fits, once some are placed. */
  anyFits = $derived(
    new Set(this.laid.length > 0 ? Object.values(this.#current?.fits ?? {}).flat() : []),
  );

  /**
   * Follows the table: tiles that are still in the hand stay where they are, including provisional
   * ones until the game ends. `given`: the preview of no tile at all, if it is known. `changing` is
   * called when the tiles change.
   */
  follow(view: View, given?: Preview, end: End | null = null, changing = () => {}): Promise<void> {
    return (this.#asking = this.#followNow(view, given, end, changing));
  }
  /** Begins with this table and nothing placed; `follow` says what fits there. */
  show(view: View): void {
    ++this.#shown;
    this.#reset();
    this.selected = null;
    this.slots = view.hand.map(newSlot);
    this.#laidOrder = [];
    this.#view = view;
    this.#answer(null);
  }
  async #followNow(
    view: View,
    given: Preview | undefined,
    end: End | null,
    changing: () => void,
  ): Promise<void> {
    const before = this.#view;
    const shown = this.#shown;
    // The acts of the view can be chosen before the rules answer: what the player chooses meanwhile
    // belongs to this turn.
    if (before?.turn !== view.turn || before.history.length !== view.history.length) this.#reset();
    const restored = before === null ? this.#restored() : null;
    const sameHand = before !== null && before.seat === view.seat && holds(this.slots, view.hand);
    if (sameHand && given && this.laid.length === 0) {
      changing();
      this.slots = this.slots.map((slot) => ({ ...slot, fresh: null }));
      this.#answer(given);
    } else {
      const bare = () => toRack(view.hand.map(newSlot), []);
      const other = restored ?? bare();
      const { rack, preview } = await this.#rackFor(view, end, () =>
        before?.seat === view.seat ? toRack(this.slots, this.#laidOrder) : other,
      ).catch(() => {
        // What was stored may be damaged; the hand itself is not.
        this.forget();
        return rules.rack(view, bare(), end);
      });
      if (shown !== this.#shown) return;
      changing();
      const { slots, laidOrder } = fromRack(rack);
      this.slots = restored ? slots.map((slot) => ({ ...slot, fresh: null })) : slots;
      this.#laidOrder = laidOrder;
      this.#answer(preview ?? null);
    }
    this.#view = view;
    if (this.mode !== "lay" && !view.acts.includes(this.mode)) this.setMode("lay");
    if (!this.slots.some((slot) => slot.id === this.selected && slot.cell === null))
      this.selected = null;
  }

  /** Asks again if the player has changed something meanwhile. */
  async #rackFor(
    view: View,
    end: End | null,
    rack: () => RackSlot[],
  ): ReturnType<typeof rules.rack> {
    for (;;) {
      const { slots } = this;
      const answer = await rules.rack(view, rack(), end);
      if (slots === this.slots) return answer;
    }
  }

  #answer(preview: Preview | null): void {
    this.preview = preview;
    this.#answered = ++this.#asked;
  }

  select(id: number | null): void {
    this.selected = this.selected === id ? null : id;
  }

  /** Places a tile of the hand on a cell, or moves a placed one. */
  put(id: number, cell: CellText): Promise<void> {
    if (this.slots.some((slot) => slot.cell === cell && slot.id !== id)) return Promise.resolve();
    this.slots = this.slots.map((slot) => (slot.id === id ? { ...slot, cell, fresh: null } : slot));
    this.#laidOrder = [...this.#laidOrder.filter((other) => other !== id), id];
    this.selected = null;
    return this.#changed();
  }

  back(id: number): Promise<void> {
    this.slots = this.slots.map((slot) => (slot.id === id ? { ...slot, cell: null } : slot));
    this.#laidOrder = this.#laidOrder.filter((other) => other !== id);
    return this.#changed();
  }

  /** Takes the last tile back and returns it. */
  async undo(): Promise<Slot | null> {
    const id = this.#laidOrder.at(-1);
    const slot = this.slots.find((one) => one.id === id) ?? null;
    if (slot) await this.back(slot.id);
    return slot;
  }

  clear(): Promise<void> {
    this.slots = this.slots.map((slot) => ({ ...slot, cell: null }));
    this.#laidOrder = [];
    return this.#changed();
  }

  /** Places these tiles and no others; false if the hand lacks one. */
  async lay(tiles: { tile: TileText; cell: CellText }[]): Promise<boolean> {
    const free = this.slots.map((slot) => ({ ...slot, cell: null as CellText | null }));
    const ids: number[] = [];
    for (const { tile, cell } of tiles) {
      const slot = free.find((one) => one.tile === tile && one.cell === null);
      if (!slot) return false;
      slot.cell = cell;
      ids.push(slot.id);
    }
    this.slots = free;
    this.#laidOrder = ids;
    this.setMode("lay");
    await this.#changed();
    return true;
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.picked = new Set();
    this.taking = null;
    this.selected = null;
  }

  pick(id: number): void {
    const next = new Set(this.picked);
    if (!next.delete(id)) next.add(id);
    this.picked = next;
  }

  /** Without `by`, in the next order. */
  async sort(by?: "colour" | "shape"): Promise<void> {
    const { slots } = this;
    const sorted = fromRack(await rules.sort(toRack(slots, this.#laidOrder), by)).slots;
    if (slots !== this.slots) return;
    this.slots = sorted;
    this.#keep();
  }

  shuffle(): void {
    this.slots = shuffled(this.slots);
    this.#keep();
  }

  move(id: number, to: number): void {
    this.slots = moved(this.slots, id, to);
    this.#keep();
  }

  /** Removes what is stored, once the game is over. */
  forget(): void {
    if (this.key) keep(this.key, null);
  }

  get placeAct(): Act {
    return { place: this.#places() };
  }
  get pickedTiles(): TileText[] {
    return this.slots.filter((slot) => this.picked.has(slot.id)).map((slot) => slot.tile);
  }

  #places(order = this.#laidOrder): PlacedText[] {
    return order.flatMap((id) => {
      const slot = this.slots.find((one) => one.id === id);
      return slot?.cell ? [placedText(slot.tile, slot.cell)] : [];
    });
  }
  /** The placed tiles with this one on another cell, as if it were placed last. */
  placesWith({ id, tile }: Slot, cell: CellText): PlacedText[] {
    return [...this.#places(this.#laidOrder.filter((one) => one !== id)), placedText(tile, cell)];
  }

  #reset(): void {
    this.picked = new Set();
    this.taking = null;
    this.mode = "lay";
  }

  /** What was stored, if anything was, for the module to compare with the hand. */
  #restored(): RackSlot[] | null {
    const before = this.key ? kept<Kept>(this.key) : null;
    if (!before) return null;
    const slots = before.order.map(newSlot);
    const laidOrder: number[] = [];
    for (const placed of before.laid) {
      const slot = slots.find((one) => one.tile === tileOf(placed) && one.cell === null);
      if (!slot) continue;
      slot.cell = cellPartOf(placed);
      laidOrder.push(slot.id);
    }
    return toRack(slots, laidOrder);
  }

  #keep(): void {
    if (!this.key) return;
    const value: Kept = { order: this.slots.map((slot) => slot.tile), laid: this.#places() };
    keep(this.key, value);
  }

  #changed(): Promise<void> {
    this.#keep();
    return this.#ask();
  }

  /** Resolves when the rules have answered about the tiles placed now. */
  settled(): Promise<void> {
    return this.#asking;
  }

  #asking: Promise<void> = Promise.resolve();
  #ask(): Promise<void> {
    return (this.#asking = this.#askNow());
  }
  async #askNow(): Promise<void> {
    const number = ++this.#asked;
    const view = this.#view;
    if (!view || view.seat === null) {
      this.preview = null;
      this.#answered = number;
      return;
    }
    const answer = await rules.preview(view, this.#places());
    if (number !== this.#asked) return;
    this.preview = answer;
    this.#answered = number;
  }
}
