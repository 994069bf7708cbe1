// Reviews a game turn by turn, with as many workers as the machine has cores to spare. The figures
// are those of `sixfold analyse` for the same number of simulations.
import { keepErrors } from "./errors";
import { Asker, rules } from "./rules";
import { moveClasses, type MoveClass, type ReviewedAct } from "./types";

export const efforts = [100, 1000, 5000] as const;
const mostWorkers = 4;
/** Larger than the number of turns of any game. */
const lastTurn = 2 ** 31 - 1;

export interface SeatReview {
  start: number;
  skill: number;
  luck: number;
  result: number;
  adjusted: number;
  classes: Record<MoveClass, number>;
}

/** Figures are whole thousandths, so that they add up. */
const thousandths = (share: number) => Math.round(1000 * share);
const minus = (one: number, other: number) => (thousandths(one) - thousandths(other)) / 1000;
/** Shares of everything in whole thousandths, as close to these weights as possible. */
function shareOut(weights: number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all <= 0) return weights;
  const exact = weights.map((weight) => (1000 * weight) / all);
  const whole = exact.map(Math.floor);
  const order = exact
    .map((_, i) => i)
    .sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  const left = 1000 - whole.reduce((sum, one) => sum + one, 0);
  return whole.map((one, i) => (one + Number(order.indexOf(i) < left)) / 1000);
}

/** Adds to every act what chance brought until the next; `result` is null if there is none. */
export function withLuck(acts: ReviewedAct[], result: number[] | null): ReviewedAct[] {
  return acts.map((act, k) => {
    const next = acts[k + 1]?.candidates[0]?.chances ?? result ?? act.played.chances;
    return { ...act, luck: act.played.chances.map((chance, i) => minus(next[i] ?? 0, chance)) };
  });
}

export function sumUp(acts: ReviewedAct[], result: number[] | null, seats: number): SeatReview[] {
  const summaries = Array.from({ length: seats }, (_, seat) => {
    const own = acts.filter((act) => act.seat === seat);
    const sum = (of: "skill" | "luck") =>
      acts.reduce((all, act) => all + thousandths(act[of][seat] ?? 0), 0) / 1000;
    const start = acts[0]?.candidates[0]?.chances[seat] ?? 0;
    return {
      start,
      skill: sum("skill"),
      luck: sum("luck"),
      result: result?.[seat] ?? acts.at(-1)?.played.chances[seat] ?? 0,
      classes: Object.fromEntries(
        moveClasses.map((name) => [name, own.filter((act) => act.class === name).length]),
      ) as Record<MoveClass, number>,
    };
  });
  // An opponent can give up more than there was to lose.
  const within = ({ start, skill }: { start: number; skill: number }) =>
    Math.max(0, Math.min(1000, thousandths(start) + thousandths(skill))) / 1000;
  const adjusted = shareOut(summaries.map(within));
  return summaries.map((summary, seat) => ({ ...summary, adjusted: adjusted[seat] ?? 0 }));
}

export class GameReview {
  /** The acts of each turn, as they arrive. */
  #turns = $state.raw<(ReviewedAct[] | null)[]>([]);
  #result = $state.raw<number[] | null>(null);
  #seats = $state(0);
  #askers: Asker[] = [];
  #closed = false;
  failed = $state<string | null>(null);

  constructor(
    readonly record: string,
    readonly simulations: number,
  ) {}

  count = $derived(this.#turns.length);
  done = $derived(this.#turns.filter((turn) => turn !== null).length);
  /** Whether it is known how many turns there are. */
  #known = $state(false);
  finished = $derived(this.#known && this.done === this.count);
  /** Whether there is no result but the chances after the last act. */
  isOpen = $derived(this.finished && this.#result === null);
  /** The acts up to the first turn that is still missing. */
  acts = $derived.by(() => {
    const gap = this.#turns.indexOf(null);
    const known = (gap < 0 ? this.#turns : this.#turns.slice(0, gap)).flatMap((turn) => turn ?? []);
    return withLuck(known, gap < 0 ? this.#result : null);
  });
  seats = $derived(sumUp(this.acts, this.finished ? this.#result : null, this.#seats));

  async start(): Promise<void> {
    try {
      const { turns, end, winners, view } = await rules.replay(this.record, lastTurn);
      if (this.#closed) return;
      this.#seats = view.seats.length;
      if (end && ["out", "dead", "stalled"].includes(end.reason) && winners)
        this.#result = shareOut(view.seats.map((_, i) => Number(winners.includes(i))));
      this.#turns = Array.from({ length: turns }, () => null);
      this.#known = true;
      const workers = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency, turns));
      this.#askers = Array.from({ length: workers }, () => new Asker());
      let next = 0;
      await Promise.all(
        this.#askers.map(async (asker) => {
          while (next < turns) {
            const turn = next++;
            const answer = await rules.reviewTurn(asker, this.record, turn + 1, this.simulations);
            this.#turns = this.#turns.with(turn, answer.acts);
          }
        }),
      );
      // Of a review that was closed early, some turns are missing.
      if (this.finished && turns > 0) keepErrors(this.record, this.simulations, this.acts);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.close();
  }

  close(): void {
    this.#closed = true;
    for (const asker of this.#askers) asker.close();
    this.#askers = [];
  }
}
