// What the rules say about a tile before it is placed, while the pointer shows where.
import { rules } from "./rules";
import type { PlacedText, Preview, View } from "./types";

interface Question {
  view: View;
  places: PlacedText[];
}

export class Trial {
  #answered = $state.raw<(Question & { preview: Preview }) | null>(null);
  #next: Question | null = null;
  #asking = false;

  /** The answer about these tiles, if it has come. */
  answerTo(view: View, places: PlacedText[]): Preview | null {
    const last = this.#answered;
    return last?.view === view && last.places.join() === places.join() ? last.preview : null;
  }

  /** Only one question is under way; of those asked meanwhile, the last one counts. */
  async ask(view: View, places: PlacedText[]): Promise<void> {
    this.#next = { view, places };
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#next) {
        const asked: Question = this.#next;
        this.#next = null;
        const preview = await rules.preview(asked.view, asked.places);
        this.#answered = { ...asked, preview };
      }
    } finally {
      this.#asking = false;
    }
  }
}
