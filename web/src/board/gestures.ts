// Pointers on the board: one pans, two pinch, one that does not move is a tap.
import type { Point } from "../game/types";
import type { Camera } from "./camera.svelte";

/** A pointer that moved farther than this pans. */
const tapReach = 8;

export class Gestures {
  #pointers = new Map<number, Point>();
  #travelled = 0;

  constructor(readonly camera: Camera) {}

  /** Whether the last touch was a tap. */
  get tapped(): boolean {
    return this.#travelled <= tapReach;
  }
  get idle(): boolean {
    return this.#pointers.size === 0;
  }

  down(id: number, at: Point): void {
    if (this.idle) this.#travelled = 0;
    this.#pointers.set(id, at);
  }

  move(id: number, now: Point): void {
    const before = this.#pointers.get(id);
    if (!before) return;
    this.#travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#pointers.size === 2) {
      const other = [...this.#pointers].find(([one]) => one !== id)?.[1] ?? before;
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      this.camera.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      if (was > 0) this.camera.zoomAt(middle, is / was);
    } else if (!this.tapped) {
      this.camera.panBy(now.x - before.x, now.y - before.y);
    }
    this.#pointers.set(id, now);
  }

  /** Something other than the table was touched. */
  touchedOther(): void {
    this.#travelled = 0;
  }

  up(id: number): void {
    this.#pointers.delete(id);
  }
}
