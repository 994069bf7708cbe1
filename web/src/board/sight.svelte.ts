// Keeps the table in sight as it grows, and moves it as seldom and as little as possible.
import { boundsOf, Camera, type Bounds, type Fitting } from "./camera.svelte";
import type { Point } from "../game/types";

/** The room that the buttons for zooming and the coordinates take, in pixels. */
const buttons = 52;
const rulers = { left: 24, top: 18 };
/** The largest scale at which tiles are made to fit. */
const closest = 0.72;
/** Tiles smaller than this are hard to touch, in pixels. */
export const smallTile = 30;
/** By how much tiles must be able to grow for a view that nobody has chosen to be fitted again. */
const worthFitting = 1.25;
/** By how much tiles must grow for the table to turn. */
const worthTurning = 1.15;
const glideTime = 320;

export interface Scene {
  content: Bounds;
  /** The cells with tiles. */
  tiles: Point[];
  /** Whether the table ends at the content. */
  bounded: boolean;
  /** Whether the coordinates are shown. */
  coordinates: boolean;
}

export class Sight {
  readonly camera = new Camera(() => {
    const { tiles, content } = this.scene();
    if (tiles.length > 0) return tiles;
    const { left, top, right, bottom } = content;
    return [{ x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) }];
  });
  gliding = $state(false);
  /** Where the buttons are. */
  side = $state<"right" | "bottom">("bottom");
  /** Whether turning the table makes small tiles larger, or the visitor has turned it. */
  turnable = $state(false);
  #turnChosen = false;
  #measured = false;
  #timer = 0;
  /** The view before it moved to show the cells in use. */
  #before: { x: number; y: number; scale: number } | null = null;

  constructor(readonly scene: () => Scene) {}

  glide(): void {
    this.gliding = true;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.gliding = false), glideTime);
  }

  /** Shows everything, with smooth motion unless it is the first time. */
  fit(): void {
    if (this.#measured) this.glide();
    this.#arrange();
    this.camera.fit(this.#fitting());
  }

  turn(): void {
    this.#turnChosen = true;
    this.camera.turned = !this.camera.turned;
    this.fit();
  }

  zoomBy(factor: number): void {
    this.glide();
    this.camera.zoomBy(factor);
  }

  measure({ width, height }: { width: number; height: number }): void {
    const { camera } = this;
    const turned = camera.width !== width;
    camera.width = width;
    camera.height = height;
    if (!this.#measured || (!camera.chosen && (turned || this.#isRoomier()))) this.fit();
    // Rows appear and disappear below the board; what is in sight stays where it is.
    else if (!camera.chosen) camera.include(this.#grown(this.scene().content));
    this.#measured = true;
  }

  /** The table has changed; `news` are the cells of the last move. */
  follow(news: Point[]): void {
    const { camera } = this;
    if (camera.width === 0) return;
    if (!camera.chosen) {
      // At an earlier turn, the table is smaller.
      if (this.#isRoomier() || !camera.shows(this.#grown(this.scene().content))) this.fit();
      return;
    }
    // A view chosen by the visitor stays, as long as the last move is in sight.
    if (news.length === 0 || camera.shows(boundsOf(news))) return;
    this.glide();
    camera.include(this.#grown(boundsOf(news)));
  }

  /** Shows these cells and what is around them. */
  include(cells: Point[]): void {
    const around = this.#grown(boundsOf(cells));
    const { camera } = this;
    if (camera.width === 0 || camera.shows(around)) return;
    const { x, y, scale, chosen } = camera;
    this.#before ??= chosen ? null : { x, y, scale };
    this.glide();
    camera.include(around);
  }

  /** No cells are in use any more: back to the view before, unless the visitor has chosen another. */
  release(): void {
    const { camera } = this;
    const before = this.#before;
    this.#before = null;
    if (!before || camera.chosen) return;
    const { x, y, scale } = camera;
    Object.assign(camera, before);
    if (camera.shows(this.#grown(this.scene().content))) this.glide();
    else Object.assign(camera, { x, y, scale });
  }

  #isRoomier(): boolean {
    return Math.max(...this.#scales()) > worthFitting * this.camera.scale;
  }
  /** With the buttons on the right, and with them at the bottom. */
  #scales(turned = this.camera.turned): [number, number] {
    const what = this.#fitting();
    const scale = (side: Sight["side"]) =>
      this.camera.scaleFor(what, { inset: this.#insetFor(side), turned });
    return [scale("right"), scale("bottom")];
  }
  #fitting(): Fitting {
    const { content, bounded } = this.scene();
    return { cells: content, margin: bounded ? 0.2 : 1.05, largest: closest };
  }

  #grown(cells: Bounds): Bounds {
    if (this.scene().bounded) return cells;
    const { left, top, right, bottom } = cells;
    return { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
  }

  #insetFor(side: Sight["side"]): Bounds {
    const edge = this.scene().coordinates ? rulers : { left: 0, top: 0 };
    const right = side === "right" ? buttons : edge.left;
    return { ...edge, right, bottom: side === "bottom" ? buttons : 0 };
  }

  /** Chooses how the table lies, if tiles are small, and the side for the buttons. */
  #arrange(): void {
    const { camera } = this;
    const largest = (turned: boolean) => Math.max(...this.#scales(turned));
    const [now, other] = [largest(camera.turned), largest(!camera.turned)];
    const helps = 100 * now < smallTile && other > worthTurning * now;
    if (helps && !this.#turnChosen) camera.turned = !camera.turned;
    this.turnable = helps || this.#turnChosen || camera.turned;
    const [right, bottom] = this.#scales();
    const wider = right - bottom;
    const landscape = camera.width > camera.height;
    this.side = wider > 0 || (wider === 0 && landscape) ? "right" : "bottom";
    camera.inset = this.#insetFor(this.side);
  }
}
