// Help with a turn, in steps: where to look, which tiles, the move, why. What it speaks of is marked
// on the board and in the hand.
import { t } from "../i18n/index.svelte";
import { rules } from "./rules";
import { tileOf, type Act, type CellText, type Hint, type ThemeName, type View } from "./types";
import { actText, moveReasonText, tileName, tileNames } from "./words";

export const hintSteps = ["where", "tiles", "move", "why"] as const;
const simulations = 300;

const kinds = ["place", "trade", "roll", "take"] as const;
/** Hints never say that a player should leave. */
const kindOf = (act: Act): (typeof kinds)[number] | "pass" =>
  kinds.find((kind) => kind in act) ?? "pass";

export class HintSteps {
  /** The number of steps shown. */
  step = $state(0);
  busy = $state(false);
  hint = $state.raw<Hint | null>(null);
  #asked = 0;

  #kind = $derived(this.hint ? kindOf(this.hint.act) : null);
  /** Tiles that are placed come in sight with the third step; a tile to be taken stays marked. */
  cells = $derived<ReadonlySet<CellText>>(
    new Set(this.step > 0 && (this.step < 3 || this.#kind === "take") ? this.hint?.where : []),
  );
  suggested = $derived(
    this.step > 2 && this.#kind === "place"
      ? (this.hint?.where.map((cell, i) => ({ cell, tile: this.hint?.tiles[i] ?? "" })) ?? [])
      : [],
  );
  /** The tiles of the hand that it is about. */
  inHand = $derived(this.step > 1 && this.#kind !== "take" ? (this.hint?.tiles ?? []) : []);
  done = $derived(this.step === hintSteps.length);

  async next(view: View): Promise<void> {
    if (this.busy || this.done) return;
    if (!this.hint) {
      const number = ++this.#asked;
      this.busy = true;
      // If the module is missing, that is said on every page.
      const hint = await rules.hint(view, simulations).catch(() => null);
      if (number !== this.#asked) return;
      this.busy = false;
      if (!hint) return;
      this.hint = hint;
      // If there is no place to look at, or all are alike, the first step has nothing to show;
      // without a tile, nor has the second.
      const isBare = view.tiles.length === 0 && !view.board;
      if (hint.where.length === 0 || isBare) this.step = hint.tiles.length === 0 ? 2 : 1;
    }
    ++this.step;
  }

  forget(): void {
    ++this.#asked;
    this.busy = false;
    this.hint = null;
    this.step = 0;
  }

  /** What the button says that does it; empty until the move is known. */
  button(theme: ThemeName): string {
    const act = this.step > 2 ? this.hint?.act : undefined;
    if (!act) return "";
    if ("place" in act) return t("hint.lay");
    if ("trade" in act) return t("table.trade.do", { count: act.trade.length });
    if ("roll" in act)
      return act.roll.length > 0
        ? t("table.roll.do", { count: act.roll.length })
        : t("table.roll.forced");
    return "take" in act
      ? t("table.take.do", { tile: tileName(tileOf(act.take), theme) })
      : t("table.pass");
  }

  /** For those who can see the marks. */
  shownText(theme: ThemeName): string {
    const { hint, step } = this;
    const name = hintSteps[step - 1];
    const kind = this.#kind;
    if (!hint || !name || !kind) return "";
    if (name === "why") return this.text(theme);
    if (kind === "pass" || (kind === "roll" && hint.tiles.length === 0))
      return `${actText(hint.act, theme)}.`;
    if (name === "where") return kind === "take" ? t("hint.where.take") : t("hint.where");
    return t(`hint.${name}.${kind}`);
  }

  /** With the names of tiles and cells, for those who cannot. */
  text(theme: ThemeName): string {
    const { hint, step } = this;
    if (!hint) return "";
    const name = hintSteps[step - 1];
    if (name === "where") return this.#kind === "take" ? t("hint.where.take") : t("hint.where");
    if (name === "tiles") return t("hint.tiles", { tiles: tileNames(hint.tiles, theme) });
    if (name === "move") return `${actText(hint.act, theme)}.`;
    return t("hint.why", {
      reasons: hint.why.map((reason) => moveReasonText(reason, theme)).join(" "),
      chance: hint.chance,
    });
  }
}
