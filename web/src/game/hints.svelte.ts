// Help with a turn, in steps: where to look, which tiles, the move, why.
import { t } from "../i18n/index.svelte";
import { rules } from "./rules";
import { tileOf, type CellText, type Hint, type ThemeName, type View } from "./types";
import { actText, moveReasonText, tileNames } from "./words";

export const hintSteps = ["where", "tiles", "move", "why"] as const;
const simulations = 300;

export class HintSteps {
  /** The number of steps shown. */
  step = $state(0);
  busy = $state(false);
  hint = $state.raw<Hint | null>(null);
  #asked = 0;

  cells = $derived<ReadonlySet<CellText>>(
    new Set(this.step === 1 || this.step === 2 ? (this.hint?.where ?? []) : []),
  );
  suggested = $derived(
    this.step > 2 && this.hint && "place" in this.hint.act
      ? this.hint.where.map((cell, i) => ({ cell, tile: this.hint?.tiles[i] ?? "" }))
      : [],
  );
  done = $derived(this.step === hintSteps.length);

  async next(view: View): Promise<void> {
    if (this.busy || this.done) return;
    if (!this.hint) {
      const number = ++this.#asked;
      this.busy = true;
      const hint = await rules.hint(view, simulations);
      if (number !== this.#asked) return;
      this.busy = false;
      this.hint = hint;
      // If there is no place to look at, the first step has nothing to show.
      if (hint.where.length === 0) this.step = 1;
    }
    ++this.step;
  }

  forget(): void {
    ++this.#asked;
    this.busy = false;
    this.hint = null;
    this.step = 0;
  }

  /** For those who can see where the tiles go. */
  shownText(theme: ThemeName): string {
    const act = this.hint?.act;
    if (hintSteps[this.step - 1] !== "move" || !act || !("place" in act)) return this.text(theme);
    return t("hint.move", { tiles: tileNames(act.place.map(tileOf), theme) });
  }

  text(theme: ThemeName): string {
    const { hint, step } = this;
    if (!hint) return "";
    const name = hintSteps[step - 1];
    if (name === "where") return t("hint.where");
    if (name === "tiles") return t("hint.tiles", { tiles: tileNames(hint.tiles, theme) });
    if (name === "move") return `${actText(hint.act, theme)}.`;
    return t("hint.why", {
      reasons: hint.why.map((reason) => moveReasonText(reason, theme)).join(" "),
      chance: hint.chance,
    });
  }
}
