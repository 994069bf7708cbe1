// What a person does with the tiles of the hand before playing: selecting, placing, taking back,
// dragging. Used by tables, lessons, puzzles and "what if".
import type { BoardTile } from "../board/BoardCell.svelte";
import type { Pill } from "../board/marks";
import { t } from "../i18n/index.svelte";
import type { Laying, Mode } from "./laying.svelte";
import { say, sound } from "./notices.svelte";
import type { Slot } from "./rack";
import { Trial } from "./trial.svelte";
import { isTakenElsewhere, shortcutOf } from "./shortcuts";
import {
  cellPartOf,
  hasCubes,
  type Act,
  type CellText,
  type End,
  type Preview,
  type Score,
  type ThemeName,
  type TileText,
  type View,
} from "./types";
import { opensWithLongest, reasonText, tileName, where } from "./words";

/** What the desk needs to know about the board and the rack on the screen. */
export interface Places {
  /** A finger may miss an offered cell by a little. */
  cellUnder(clientX: number, clientY: number, finger: boolean): CellText | null;
  tileSize(): number;
  focusBoard(): void;
  showAll(): void;
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
  /** The points of an earlier turn, shown instead of any other. */
  looking = $state.raw<Score | null>(null);
  /** Tiles that a hint shows on the board, and cells that it points at. */
  suggested = $state.raw<{ tile: TileText; cell: CellText }[]>([]);
  pointed = $state.raw<ReadonlySet<CellText>>(new Set());
  /** The moves that are studied, and the points of each. */
  studied = $state.raw<BoardTile[]>([]);
  studiedPills = $state.raw<Pill[]>([]);
  /** Cells of a move that somebody points at elsewhere. */
  glimpsed = $state.raw<CellText[]>([]);
  /** Tiles of the hand that a hint points at, and those that came with the last draw. */
  marked = $state.raw<TileText[]>([]);
  drew = $state.raw<TileText[]>([]);
  /** The tiles of a Sixfold that is being celebrated. */
  lit = $state.raw<CellText[]>([]);

  drag = $state.raw<Slot | null>(null);
  /** What drags the tile. */
  held = $state<"pointer" | "finger">("pointer");
  /** The cell to which a tile is dragged, and the one under a pointer that drags nothing. */
  target = $state<CellText | null>(null);
  /** What the cell that was touched is good for. */
  about = $state("");
  over = $state<CellText | null>(null);
  ghost = $state.raw<HTMLElement | undefined>();
  board: Places | undefined;
  rack: Order | undefined;
  #pressed: { slot: Slot; id: number; x: number; y: number; cancelled: boolean } | null = null;
  #swallowClick = false;
  #trial = new Trial();

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
  /** Whether the board says what is wrong. */
  saidOnBoard = $state(false);
  /** What is wrong with the placed tiles. */
  wrong = $derived.by(() => {
    const { laid, preview } = this.laying;
    return laid.length > 0 && preview?.legal === false ? preview : null;
  });

  /** The trade, roll or take for which enough is picked. */
  prepared = $derived.by((): Act | null => {
    const { mode, picked, pickedTiles, slots, taking, preview } = this.laying;
    if (mode === "trade") {
      const limits = preview?.trade;
      const fits = limits && picked.size >= limits.fewest && picked.size <= limits.most;
      return fits ? { trade: pickedTiles } : null;
    }
    if (mode === "roll")
      return { roll: picked.size > 0 ? pickedTiles : slots.map((one) => one.tile) };
    const take = this.view?.tiles.find((one) => cellPartOf(one) === taking);
    return mode === "take" && take ? { take } : null;
  });

  /** The tile that would be placed, and where, while the pointer is on a free cell. */
  aim = $derived.by(() => {
    const slot = this.drag ?? (this.laying.mode === "lay" ? this.laying.selectedSlot : null);
    const cell = this.drag ? this.target : this.over;
    if (!slot || cell === null || (this.occupied.has(cell) && slot.cell !== cell)) return null;
    return { tile: slot.tile, cell, places: this.laying.placesWith(slot, cell) };
  });
  /** What the rules say about that, as soon as they have answered. */
  tried = $derived(this.aim && this.view ? this.#trial.answerTo(this.view, this.aim.places) : null);
  askAboutAim(): void {
    if (this.aim && this.view?.acts.includes("place") && this.view.seat !== null)
      void this.#trial.ask(this.view, this.aim.places);
  }

  /** Shows another position at once, with nothing placed; what fits there is said later. */
  async show(view: View, theme: ThemeName): Promise<void> {
    this.laying.show(view);
    this.view = view;
    await this.follow(view, theme);
  }

  /** `preview`: of no tile at all, if it is known. */
  async follow(
    view: View,
    theme: ThemeName,
    preview?: Preview,
    end: End | null = null,
  ): Promise<void> {
    this.theme = theme;
    this.refused = null;
    this.about = "";
    // Later on, the board changes together with the rack.
    this.view ??= view;
    await this.laying.follow(view, preview, end, () => (this.view = view));
  }

  // Selecting and placing

  choose(slot: Slot): void {
    const { laying } = this;
    this.refused = null;
    this.about = "";
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

  async takeAllBack(): Promise<void> {
    this.refused = null;
    await this.laying.clear();
    sound("back");
    say(t("say.back.all"));
  }

  askCell(cell: CellText): void {
    const { laying } = this;
    this.about = "";
    if (laying.mode === "take") {
      if (this.takeable.has(cell)) laying.taking = laying.taking === cell ? null : cell;
      else if (this.occupied.has(cell)) say(t("table.take.not"));
      return;
    }
    const laid = laying.laid.find((slot) => slot.cell === cell);
    if (laying.selectedSlot && !laid) void this.put(laying.selectedSlot, cell);
    else if (laid) void this.takeBack(laid);
    else if (this.view?.board?.stars.includes(cell) && !this.occupied.has(cell))
      say((this.about = t("cell.star.about")));
  }

  /** Cancels one thing, the latest first; at last takes all placed tiles back. */
  cancel(): void {
    const { laying } = this;
    if (laying.mode !== "lay") laying.setMode("lay");
    else if (laying.selected !== null) laying.selected = null;
    else if (laying.laid.length > 0) void this.takeAllBack();
  }

  /** Picks tiles for this, or goes back to placing if that is what they are picked for already. */
  start(mode: Exclude<Mode, "lay">): void {
    const { laying } = this;
    void laying.clear();
    laying.setMode(laying.mode === mode ? "lay" : mode);
  }

  /** Sorts by colour or, if already sorted by colour, by shape. */
  sort(): void {
    void this.laying.sort();
  }

  /** What to pick now, or that the chosen tile fits nowhere, in words; otherwise empty. */
  pickAdvice(mustRoll: boolean): string {
    const { mode, preview, selectedSlot, slots, fitsNowhere } = this.laying;
    if (fitsNowhere && selectedSlot) {
      const tile = tileName(selectedSlot.tile, this.theme);
      const opens = this.laying.laid.length === 0 && this.view && opensWithLongest(this.view);
      return t(opens ? "table.nowhere.first" : "table.nowhere", { tile });
    }
    if (mode === "trade")
      return t("table.trade.pick.range", { most: preview?.trade?.most ?? slots.length });
    if (mode === "roll") return t(mustRoll ? "table.roll.must" : "table.roll.pick");
    return mode === "take" ? t("table.take.pick") : this.about;
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
    this.#pressed = { slot, id, x, y, cancelled: false };
    this.held = event.pointerType === "touch" ? "finger" : "pointer";
    // The tile is held wherever the pointer goes.
    (event.target as Element).setPointerCapture(id);
  }

  grab(event: PointerEvent, cell: CellText): void {
    const slot = this.laying.laid.find((one) => one.cell === cell);
    if (slot) this.press(event, slot);
  }

  dragMove(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.id || pressed.cancelled) return;
    if (!this.drag) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < dragFrom) return;
      this.drag = pressed.slot;
      this.laying.selected = pressed.slot.id;
    }
    const finger = this.held === "finger";
    const y = event.clientY - (finger ? fingerLift : 0);
    if (this.ghost) this.ghost.style.transform = `translate(${event.clientX}px, ${y}px)`;
    const cell = this.board?.cellUnder(event.clientX, y, finger) ?? null;
    const free =
      cell !== null && (!this.occupied.has(cell) || this.drag.cell === cell) ? cell : null;
    if (free !== this.target) this.target = free;
  }

  dragEnd(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.id) return;
    const slot = this.drag;
    const cell = this.target;
    const place = slot ? this.rack?.placeAt(event.clientX, event.clientY) : null;
    this.#pressed = null;
    this.#stopDrag();
    if (slot || pressed.cancelled) {
      // The click that may follow at once belongs to the drag.
      this.#swallowClick = true;
      setTimeout(() => (this.#swallowClick = false));
    }
    if (!slot || event.type === "pointercancel") return;
    if (cell !== null && place === null) void this.put(slot, cell);
    else if (slot.cell !== null) void this.takeBack(slot);
    else if (place !== null && place !== undefined) this.laying.move(slot.id, place);
  }

  /** Everything is as it was before the drag. */
  cancelDrag(): void {
    if (!this.drag || !this.#pressed) return;
    this.#pressed.cancelled = true;
    this.#stopDrag();
    sound("back");
  }

  #stopDrag(): void {
    if (this.drag) this.laying.selected = null;
    this.drag = null;
    this.target = null;
  }

  chooseUnlessDragged(slot: Slot): void {
    if (!this.#swallowClick) this.choose(slot);
  }
  askCellUnlessDragged(cell: CellText): void {
    if (!this.#swallowClick) this.askCell(cell);
  }

  /** Where the dragged tile starts. */
  startGhost(ghost: HTMLElement): void {
    this.ghost = ghost;
    if (!this.#pressed) return;
    const y = this.#pressed.y - (this.held === "finger" ? fingerLift : 0);
    ghost.style.transform = `translate(${this.#pressed.x}px, ${y}px)`;
  }

  /** The keys of a desk that is not at a table. */
  keyAlone(event: KeyboardEvent, play: () => Promise<void>): void {
    if (isTakenElsewhere(event) || this.key(event)) return;
    const name = shortcutOf(event);
    if (name === "play") void play();
    else if (name === "cancel") this.cancel();
  }

  /** Handles keys that work wherever the focus is, except in fields; false for any other key. */
  key(event: KeyboardEvent): boolean {
    if (isTakenElsewhere(event)) return false;
    const name = shortcutOf(event);
    if (name === "choose") {
      const slot = this.laying.slots[Number(event.key) - 1];
      if (slot) this.choose(slot);
      // The arrow keys go on from there, wherever the focus was.
      if (this.laying.selected !== null) this.board?.focusBoard();
      return true;
    }
    if (name === "shuffle") {
      this.laying.shuffle();
      return true;
    }
    if (name === "fit") {
      this.board?.showAll();
      return true;
    }
    if (name === "undo") {
      event.preventDefault();
      void (event.shiftKey ? this.takeAllBack() : this.undo());
      return true;
    }
    return false;
  }
}
