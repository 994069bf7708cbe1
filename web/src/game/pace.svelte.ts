// The pauses between the moves of bots, so that they can be followed one by one.
import { settings } from "./settings.svelte";

/** How long a move stays in sight before the next one, in milliseconds. */
const times = { own: 700, bot: 1600, sixfold: 2800 };
/** Shorter pauses need not be skipped. */
const worthSkipping = 1000;

export class Pace {
  /** Whether there is a pause that the visitor may want to skip. */
  skippable = $state(false);
  #skipped = false;
  #end: (() => void) | null = null;

  /** From now on there are pauses again. */
  start(): void {
    this.#skipped = false;
  }

  /** Ends this pause, and leaves out those that follow. */
  skip(): void {
    this.#skipped = true;
    this.#end?.();
  }

  /** Waits after a move that was shown this long ago. */
  async after(move: keyof typeof times, shownAt: number): Promise<void> {
    const left = times[move] - (performance.now() - shownAt);
    if (settings.brisk || this.#skipped || left <= 0) return;
    this.skippable = times[move] >= worthSkipping;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#end = null;
    this.skippable = false;
  }
}
