// A game that is studied: its review, where one is in it, and the variations that were tried.
import { SvelteMap } from "svelte/reactivity";
import { Asker, rules } from "../game/rules";
import { GameReview } from "../game/review.svelte";
import { sameAct } from "../game/puzzles";
import type { Act, MoveClass, ReviewedAct } from "../game/types";
import { mistakeFrom } from "./figures";
import { keepLines, keptLines } from "./keeping";
import {
  cut,
  recordOfLine,
  sameLine,
  stepsBefore,
  turnsOf,
  withLine,
  withoutLine,
  type Line,
} from "./lines";
import { PlayOn, type Tip } from "./playOn";

/** An act of a variation: which of its turns, and which act of that; after the last, its end. */
export interface InLine {
  line: Line;
  step: number;
  act: number;
}

/** A move that the visitor has tried, wherever that was. */
interface Try {
  place: string;
  act: Act;
  effort: number;
  judged: ReviewedAct;
}

/** Where a record without turns is looked at: it is a position to play on from. */
const root: InLine = { line: { after: 0, turns: [] }, step: 0, act: 0 };

export class Study {
  readonly playOn: PlayOn;
  readonly #played;
  lines = $state.raw<Line[]>([]);
  /** The act of the game, from 0. */
  at = $state(0);
  /** Where one is in a variation; null in the game itself. */
  branch = $state.raw<InLine | null>(null);
  /** The seats of the visitor, as far as they are known. */
  own = $state.raw<number[]>([]);
  /** Whether the visitor has gone anywhere. */
  moved = $state(false);
  review = $state.raw<GameReview | null>(null);
  /** The review with another effort, shown until the new one has come as far. */
  #earlier = $state.raw<GameReview | null>(null);
  #asker = new Asker();
  /** The acts of turns of variations that have been reviewed; null while they are. */
  #reviewed = new SvelteMap<string, ReviewedAct[] | null>();
  #tries = $state.raw<Try[]>([]);
  /** The end of a variation that is on the board. */
  tip = $state.raw<Tip | null>(null);

  effort = $state(0);

  constructor(readonly record: string) {
    this.playOn = new PlayOn(record);
    this.#played = turnsOf(record);
    this.lines = keptLines(record);
    if (this.isPosition) this.branch = root;
  }

  /** Whether there are no turns, only a position from which to play on. */
  get isPosition(): boolean {
    return this.#played.length === 0;
  }

  close(): void {
    this.review?.close();
    this.#asker.close();
    this.playOn.close();
  }

  /** Reviews the game with this effort, unless that is done already. */
  think(effort: number): void {
    this.#earlier = this.shown;
    this.review?.close();
    this.effort = effort;
    const made = (this.review = new GameReview(this.record, effort));
    void made.start();
  }

  shown = $derived.by(() => {
    const { review } = this;
    const earlier = this.#earlier;
    if (!earlier || !review || review.finished) return review;
    return review.acts.length < earlier.acts.length ? earlier : review;
  });
  acts = $derived(this.shown?.acts ?? []);
  atTip = $derived(this.branch !== null && this.branch.step >= this.branch.line.turns.length);
  /** The acts of the turn of the variation; null until they have been reviewed. */
  branchActs = $derived(
    this.branch && !this.atTip
      ? (this.#reviewed.get(this.#nameOf(this.branch.line, this.branch.step)) ?? null)
      : null,
  );
  /** The act that is looked at; null at the end of a variation and while it is reviewed. */
  act = $derived.by((): ReviewedAct | null => {
    if (!this.branch) return this.acts[this.at] ?? null;
    return this.branchActs?.[this.branch.act] ?? null;
  });
  view = $derived(this.act?.view ?? (this.branch ? (this.tip?.view ?? null) : null));
  /** Names the position that is looked at. */
  place = $derived(
    this.branch
      ? JSON.stringify([this.branch.line, this.branch.step, this.branch.act])
      : String(this.at),
  );
  tries = $derived(this.#tries.filter((one) => one.place === this.place));

  // Going around

  goTo(index: number): void {
    this.moved = true;
    this.branch = this.isPosition ? root : null;
    this.at = Math.max(0, Math.min(this.acts.length - 1, index));
  }
  enter(line: Line, step: number, act = 0): void {
    this.moved = true;
    this.branch = { line, step, act };
  }
  back(): void {
    const { branch } = this;
    if (!branch) this.goTo(this.at - 1);
    else if (branch.act > 0) this.branch = { ...branch, act: branch.act - 1 };
    else if (branch.step > 0) this.branch = { ...branch, step: branch.step - 1, act: 0 };
    else this.goTo(this.actOfTurn(branch.line.after + 1));
  }
  on(): void {
    const { branch } = this;
    if (!branch) this.goTo(this.at + 1);
    else if (branch.act + 1 < (this.branchActs?.length ?? 0))
      this.branch = { ...branch, act: branch.act + 1 };
    else if (branch.step < branch.line.turns.length)
      this.branch = { ...branch, step: branch.step + 1, act: 0 };
  }
  first(): void {
    if (this.branch) this.branch = { ...this.branch, step: 0, act: 0 };
    else this.goTo(0);
  }
  last(): void {
    if (this.branch) this.branch = { ...this.branch, step: this.branch.line.turns.length, act: 0 };
    else this.goTo(this.acts.length - 1);
  }
  mistake(by: 1 | -1): number | null {
    return mistakeFrom(this.acts, this.at, by, this.own);
  }
  goToMistake(by: 1 | -1): void {
    const at = this.mistake(by);
    if (at !== null) this.goTo(at);
  }
  /** The first act of a turn, from 1; the last act before it if nobody had a choice in it. */
  actOfTurn(turn: number): number {
    const found = this.acts.findIndex((act) => act.turn >= turn);
    return found < 0 ? Math.max(0, this.acts.length - 1) : found;
  }

  // Variations

  #nameOf(line: Line, step: number): string {
    return JSON.stringify([this.effort, line.after, line.turns.slice(0, step + 1)]);
  }
  /** What the last turn of a line was worth; null until it has been reviewed. */
  kindOf(line: Line): MoveClass | null {
    return this.#reviewed.get(this.#nameOf(line, line.turns.length))?.at(-1)?.class ?? null;
  }
  /** Reviews the turn of the variation that is looked at, and finds the position at its end. */
  follow(): void {
    const { branch } = this;
    if (!branch) return;
    const { line, step } = branch;
    if (step < line.turns.length) {
      const name = this.#nameOf(line, step);
      if (this.#reviewed.has(name)) return;
      this.#reviewed.set(name, null);
      const record = recordOfLine(this.record, cut(line, step + 1));
      const turn = line.after + step + 1;
      rules.reviewTurn(this.#asker, record, turn, this.effort).then(
        ({ acts }) => void this.#reviewed.set(name, acts),
        () => void this.#reviewed.delete(name),
      );
    }
    const before = cut(line, step);
    const steps = this.tip && sameLine(this.tip.line, before) ? this.tip.steps : [];
    this.playOn
      .at(before, steps)
      .then((tip) => {
        if (this.branch === branch) this.tip = tip;
      })
      .catch((error: unknown) => reportError(error));
  }
  /** What leads to the position that is looked at. */
  #before(): Pick<Tip, "line" | "steps"> {
    const { branch, act } = this;
    if (branch && this.atTip && this.tip) return this.tip;
    if (branch) {
      const done = this.branchActs?.slice(0, branch.act).map((one) => one.played.act) ?? [];
      const steps = stepsBefore(branch.line.turns[branch.step], done);
      return { line: cut(branch.line, branch.step), steps };
    }
    const after = (act?.turn ?? 1) - 1;
    const done = this.acts.slice(0, this.at).filter((one) => one.turn === act?.turn);
    const steps = stepsBefore(
      this.#played[after],
      done.map((one) => one.played.act),
    );
    return { line: { after, turns: [] }, steps };
  }
  /**
   * Plays on from here: with this act, or with a turn by a bot of this level. False if the visitor
   * has gone elsewhere meanwhile, and stays there.
   */
  async playFrom(what: Act | { level: string }): Promise<boolean> {
    const { view, place } = this;
    if (!view) return false;
    const from: Tip = { ...this.#before(), view, end: null };
    const tip = await ("level" in what
      ? this.playOn.answer(from, what.level)
      : this.playOn.act(from, what));
    this.#keep(withLine(this.lines, tip.line));
    if (this.place !== place) return false;
    this.tip = tip;
    this.enter(tip.line, tip.line.turns.length);
    return true;
  }
  /** Forgets this turn of a variation and all that follow it. */
  remove(line: Line): void {
    this.#keep(withoutLine(this.lines, line));
    if (this.branch) this.goTo(this.actOfTurn(line.after + 1));
  }
  #keep(lines: Line[]): void {
    this.lines = lines;
    keepLines(this.record, lines);
  }

  // The visitor's own moves

  async judge(act: Act): Promise<void> {
    const { view, place, effort } = this;
    if (!view) return;
    const judged = await rules.judge(view, act, effort);
    const others = this.#tries.filter((one) => one.place !== place || !sameAct(one.act, act));
    this.#tries = [...others, { place, act, effort, judged }];
  }
  /** Moves that were tried here are judged as thoroughly as all others. */
  judgeAgain(): void {
    for (const { act, effort } of this.tries)
      if (effort !== this.effort) this.judge(act).catch((error: unknown) => reportError(error));
  }
}
