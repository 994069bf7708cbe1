// Reviews a game turn by turn, with as many workers as the machine has cores to spare. The figures
// are those of `sixfold analyse` for the same number of simulations.
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

/** Adds to every act what chance brought until the next; `result` is null if there is none. */
export function withLuck(acts: ReviewedAct[], result: number[] | null): ReviewedAct[] {
  return acts.map((act, k) => {
    const next = acts[k + 1]?.best[0]?.chances ?? result ?? act.played.chances;
    return { ...act, luck: act.played.chances.map((chance, i) => (next[i] ?? 0) - chance) };
  });
}

export function sumUp(acts: ReviewedAct[], result: number[] | null, seats: number): SeatReview[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = acts.filter((act) => act.seat === seat);
    const sum = (of: "skill" | "luck") => acts.reduce((all, act) => all + (act[of][seat] ?? 0), 0);
    const start = acts[0]?.best[0]?.chances[seat] ?? 0;
    const skill = sum("skill");
    return {
      start,
      skill,
      luck: sum("luck"),
      result: result?.[seat] ?? acts.at(-1)?.played.chances[seat] ?? 0,
      adjusted: start + skill,
      classes: Object.fromEntries(
        moveClasses.map((name) => [name, own.filter((act) => act.class === name).length]),
      ) as Record<MoveClass, number>,
    };
  });
}

export class GameReview {
  /** The acts of each turn, as they arrive. */
  #turns = $state.raw<(ReviewedAct[] | null)[]>([]);
  #result = $state.raw<number[] | null>(null);
  #seats = $state(0);
  #askers: Asker[] = [];
  failed = $state<string | null>(null);

  constructor(
    readonly record: string,
    readonly simulations: number,
  ) {}

  count = $derived(this.#turns.length);
  done = $derived(this.#turns.filter((turn) => turn !== null).length);
  finished = $derived(this.count > 0 && this.done === this.count);
  /** The acts up to the first turn that is still missing. */
  acts = $derived.by(() => {
    const gap = this.#turns.indexOf(null);
    const known = (gap < 0 ? this.#turns : this.#turns.slice(0, gap)).flatMap((turn) => turn ?? []);
    return withLuck(known, gap < 0 ? this.#result : null);
  });
  seats = $derived(sumUp(this.acts, this.finished ? this.#result : null, this.#seats));

  async start(): Promise<void> {
    const { turns, end, winners, view } = await rules.replay(this.record, lastTurn);
    this.#seats = view.seats.length;
    if (end && end.reason !== "aborted" && winners)
      this.#result = view.seats.map((_, i) => (winners.includes(i) ? 1 / winners.length : 0));
    this.#turns = Array.from({ length: turns }, () => null);
    const workers = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency, turns));
    this.#askers = Array.from({ length: workers }, () => new Asker());
    let next = 0;
    try {
      await Promise.all(
        this.#askers.map(async (asker) => {
          while (next < turns) {
            const turn = next++;
            const answer = await rules.reviewTurn(asker, this.record, turn + 1, this.simulations);
            this.#turns = this.#turns.with(turn, answer.acts);
          }
        }),
      );
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.close();
  }

  close(): void {
    for (const asker of this.#askers) asker.close();
    this.#askers = [];
  }
}
