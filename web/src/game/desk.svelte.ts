// What a person does with the tiles of the hand before playing: selecting, placing, taking back,
// dragging. Used by tables, lessons, puzzles and "what if".
import { t } from "../i18n/index.svelte";
import type { Laying } from "./laying.svelte";
import { say, sound } from "./notices.svelte";
import type { Slot } from "./rack";
import {
  cellPartOf,
  hasCubes,
  type CellText,
  type End,
  type Preview,
  type Score,
  type ThemeName,
  type TileText,
  type View,
} from "./types";
import { reasonText, tileName, where } from "./words";

/** What the desk needs to know about the board and the rack on the screen. */
export interface Places {
  cellUnder(clientX: number, clientY: number): CellText | null;
  tileSize(): number;
}
export interface Order {
  placeAt(clientX: number, clientY: number): number | null;
}

const dragFrom = 7;
/** A finger hides what it points at, so the tile is held above it. */
const fingerLift = 44;
const mostNamed = 6;

export class Desk {
  view = $state.raw<View | null>(null);
  theme = $state<ThemeName>("classic");
  /** Whether the placed tiles can be played now. */
  active = $state(false);
  /** The last refusal, in words. */
  refused = $state<string | null>(null);
  /** The score of somebody else's last move, shown until the player places a tile. */
  news = $state.raw<Score | null>(null);
  /** Tiles that a hint shows on the board, and cells that it points at. */
  suggested = $state.raw<{ tile: TileText; cell: CellText }[]>([]);
  pointed = $state.raw<ReadonlySet<CellText>>(new Set());

  drag = $state.raw<Slot | null>(null);
  target = $state<CellText | null>(null);
  ghost = $state.raw<HTMLElement | undefined>();
  board: Places | undefined;
  rack: Order | undefined;
  #pressed: { slot: Slot; id: number; x: number; y: number; touch: boolean } | null = null;
  #swallowClick = false;

  constructor(readonly laying: Laying) {}

  cube = $derived(this.view ? hasCubes(this.view) : false);
  occupied = $derived.by(
    () =>
      new Set([
        ...(this.view?.tiles.map(cellPartOf) ?? []),
        ...this.laying.laid.flatMap((slot) => (slot.cell ? [slot.cell] : [])),
      ]),
  );
  takeable = $derived.by(
    () => new Set(this.laying.mode === "take" ? (this.laying.preview?.takes ?? []) : []),
  );
  /** What is wrong with the placed tiles. */
  wrong = $derived.by(() => {
    const { laid, preview } = this.laying;
    return laid.length > 0 && preview?.legal === false ? preview : null;
  });

  /** `preview`: of no tile at all, if it is known. */
  async follow(
    view: View,
    theme: ThemeName,
    preview?: Preview,
    end: End | null = null,
  ): Promise<void> {
    this.theme = theme;
    this.refused = null;
    // Later on, the board changes together with the rack.
    this.view ??= view;
    await this.laying.follow(view, preview, end, () => (this.view = view));
  }

  // Selecting and placing

  choose(slot: Slot): void {
    const { laying } = this;
    this.refused = null;
    if (laying.mode === "trade" || laying.mode === "roll") {
      if (slot.cell === null) laying.pick(slot.id);
      return;
    }
    if (slot.cell !== null) {
      void this.takeBack(slot);
      return;
    }
    laying.select(slot.id);
    if (laying.selected !== null && this.active)
      void laying.settled().then(() => this.#sayFits(slot));
  }

  async put(slot: Slot, cell: CellText): Promise<void> {
    if (this.occupied.has(cell) && slot.cell !== cell) return;
    this.refused = null;
    await this.laying.put(slot.id, cell);
    this.sayLaid(slot.tile, cell);
  }

  async takeBack(slot: Slot): Promise<void> {
    await this.laying.back(slot.id);
    this.#sayBack(slot);
  }

  async undo(): Promise<void> {
    this.refused = null;
    const slot = await this.laying.undo();
    if (slot) this.#sayBack(slot);
  }

  askCell(cell: CellText): void {
    const { laying } = this;
    if (laying.mode === "take") {
      if (this.takeable.has(cell)) laying.taking = laying.taking === cell ? null : cell;
      else if (this.occupied.has(cell)) say(t("table.take.not"));
      return;
    }
    const laid = laying.laid.find((slot) => slot.cell === cell);
    if (laying.selectedSlot && !laid) void this.put(laying.selectedSlot, cell);
    else if (laid) void this.takeBack(laid);
  }

  /** Sorts by colour or, if already sorted by colour, by shape. */
  sort(): void {
    void this.laying.sort();
  }

  /** What to pick now, in words; empty while tiles are placed. */
  pickAdvice(mustRoll: boolean): string {
    const { mode, preview } = this.laying;
    if (mode === "trade") return t("table.trade.pick.range", { most: preview?.trade?.most ?? 6 });
    if (mode === "roll") return t(mustRoll ? "table.roll.must" : "table.roll.pick");
    return mode === "take" ? t("table.take.pick") : "";
  }

  // Words and sounds

  #sayFits(slot: Slot): void {
    const cells = this.laying.preview?.fits[slot.tile] ?? [];
    const named = cells.slice(0, mostNamed).map((cell) => t("say.place", where(cell)));
    const more = cells.length - named.length;
    const list = named.join(t("app.separator"));
    say(
      t("say.selected", {
        tile: tileName(slot.tile, this.theme),
        count: cells.length,
        where: more > 0 ? t("say.more", { list, count: more }) : list,
      }),
    );
  }

  sayLaid(tile: TileText, cell: CellText): void {
    const { preview } = this.laying;
    if (preview?.reason && preview.reason !== "not_largest_set" && this.active) {
      sound("wrong");
      say(t("say.illegal", { reason: reasonText(preview.reason) }));
    } else {
      sound("lay");
      const points = preview?.score?.points ?? 0;
      say(t("say.laid", { tile: tileName(tile, this.theme), ...where(cell), points }));
    }
  }

  #sayBack(slot: Slot): void {
    sound("back");
    say(t("say.back", { tile: tileName(slot.tile, this.theme) }));
  }

  // Dragging: the tile follows the pointer through its style, and the board is told only about new
  // cells.

  press(event: PointerEvent, slot: Slot): void {
    if (event.button !== 0 || this.laying.mode !== "lay") return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.#pressed = { slot, id, x, y, touch: event.pointerType === "touch" };
    this.#swallowClick = false;
  }

  grab(event: PointerEvent, cell: CellText): void {
    const slot = this.laying.laid.find((one) => one.cell === cell);
    if (slot) this.press(event, slot);
  }

  dragMove(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.id) return;
    if (!this.drag) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < dragFrom) return;
      this.drag = pressed.slot;
      this.laying.selected = pressed.slot.id;
    }
    const y = event.clientY - (pressed.touch ? fingerLift : 0);
    if (this.ghost) this.ghost.style.transform = `translate(${event.clientX}px, ${y}px)`;
    const cell = this.board?.cellUnder(event.clientX, y) ?? null;
    const free =
      cell !== null && (!this.occupied.has(cell) || this.drag.cell === cell) ? cell : null;
    if (free !== this.target) this.target = free;
  }

  dragEnd(event: PointerEvent): void {
    if (!this.#pressed || event.pointerId !== this.#pressed.id) return;
    const slot = this.drag;
    const cell = this.target;
    const place = slot ? this.rack?.placeAt(event.clientX, event.clientY) : null;
    this.#pressed = null;
    this.drag = null;
    this.target = null;
    if (!slot) return;
    this.#swallowClick = true;
    this.laying.selected = null;
    if (event.type === "pointercancel") return;
    if (cell !== null && place === null) void this.put(slot, cell);
    else if (slot.cell !== null) void this.takeBack(slot);
    else if (place !== null && place !== undefined) this.laying.move(slot.id, place);
  }

  chooseUnlessDragged(slot: Slot): void {
    if (this.#swallowClick) this.#swallowClick = false;
    else this.choose(slot);
  }

  /** Where the dragged tile starts. */
  startGhost(ghost: HTMLElement): void {
    this.ghost = ghost;
    if (!this.#pressed) return;
    const y = this.#pressed.y - (this.#pressed.touch ? fingerLift : 0);
    ghost.style.transform = `translate(${this.#pressed.x}px, ${y}px)`;
  }

  /** Handles keys that work wherever the focus is, except in fields; false for any other key. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if ((event.target as Element).closest("input, textarea, select, dialog")) return false;
    if (event.key >= "1" && event.key <= "9") {
      const slot = this.laying.slots[Number(event.key) - 1];
      if (slot) this.choose(slot);
      return true;
    }
    if (event.key === "Backspace") {
      event.preventDefault();
      void this.undo();
      return true;
    }
    return false;
  }
}
