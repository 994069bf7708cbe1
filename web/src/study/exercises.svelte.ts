// Learning from mistakes: the positions of a game in which a player gave up most, to be solved again.
import type { Act, ReviewedAct } from "../game/types";
import { rules } from "../game/rules";
import { isMistake } from "./figures";
import type { Study } from "./study.svelte";

const mostExercises = 5;

export class Exercises {
  #acts = $state.raw<number[]>([]);
  #at = $state(0);
  tried = $state.raw<ReviewedAct | null>(null);
  revealed = $state(false);

  constructor(readonly study: Study) {}

  running = $derived(this.#acts.length > 0);
  number = $derived(this.#at + 1);
  count = $derived(this.#acts.length);
  act = $derived.by(() => this.study.acts[this.#acts[this.#at] ?? -1] ?? null);
  /** Whether the try is as good as the best, as far as one can tell. */
  solved = $derived(this.tried !== null && !isMistake(this.tried));

  /** The mistakes of these seats, or of everyone. */
  mistakesOf(seats: readonly number[]): number[] {
    return this.study.acts.flatMap((act, i) =>
      isMistake(act) && (seats.length === 0 || seats.includes(act.seat)) ? [i] : [],
    );
  }
  /** Those of them that gave up most, in the order of the game. */
  of(seats: readonly number[]): number[] {
    const { acts } = this.study;
    const loss = (i: number) => acts[i]?.given_up ?? 0;
    return this.mistakesOf(seats)
      .toSorted((a, b) => loss(b) - loss(a))
      .slice(0, mostExercises)
      .toSorted((a, b) => a - b);
  }

  begin(seats: readonly number[]): void {
    this.#acts = this.of(seats);
    this.#show(0);
  }
  next(): void {
    if (this.#at + 1 < this.#acts.length) this.#show(this.#at + 1);
    else this.leave();
  }
  leave(): void {
    this.#acts = [];
    this.again();
  }
  again(): void {
    this.tried = null;
    this.revealed = false;
  }
  #show(at: number): void {
    this.#at = at;
    this.again();
    this.study.goTo(this.#acts[at] ?? 0);
  }

  async attempt(what: Act): Promise<void> {
    const { act } = this;
    if (!act) return;
    const judged = await rules.judge(act.view, what, this.study.effort);
    if (act === this.act) this.tried = judged;
  }
}
