// Sixfolds that have just been made, celebrated one after the other, however fast the game goes on.
import { pause, sound } from "./notices.svelte";
import { settings } from "./settings.svelte";
import type { CellText, Score, SeenTurn } from "./types";

export interface Cheer {
  name: string;
  /** The number of Sixfolds. */
  count: number;
  points: number;
  /** The tiles of the Sixfolds, in the order in which they light up. */
  cells: CellText[];
}

const length = 2600;

/** What there is to celebrate about a turn, if anything. */
export function cheerFor(turn: SeenTurn, score: Score | null, name: string): Cheer | null {
  const lines = score?.lines.filter(({ bonus }) => bonus !== undefined) ?? [];
  if (lines.length === 0) return null;
  return {
    name,
    count: lines.length,
    points: turn.points ?? score?.points ?? 0,
    cells: [...new Set(lines.flatMap(({ cells }) => cells))],
  };
}

export class Cheers {
  current = $state.raw<Cheer | null>(null);
  #waiting: Cheer[] = [];

  async add(cheer: Cheer): Promise<void> {
    this.#waiting.push(cheer);
    if (this.current && !settings.brisk) return;
    let next;
    while ((next = this.#waiting.shift())) {
      this.current = next;
      sound("six");
      await pause(length);
      // Another one may have taken its place.
      if (this.current !== next) return;
    }
    this.current = null;
  }
}
