// A record that is looked at turn by turn, as a replay and an embedded game show it.
import type { BoardTile } from "../board/BoardCell.svelte";
import { pillsOf, type Pill } from "../board/marks";
import { say } from "./notices.svelte";
import { rules } from "./rules";
import { isTakenElsewhere } from "./shortcuts";
import { cellPartOf, tileOf, type ReplayMoment } from "./types";
import { turnText, withSeatNames } from "./words";

/** Larger than the number of turns of any game. */
export const lastTurn = 2 ** 31 - 1;

/** Between two turns that are shown by themselves. */
const pace = 1200;

/** The tiles on the board, with those of the last turn. */
export function replayedTiles(moment: ReplayMoment | null): BoardTile[] {
  const turn = moment?.view.history.at(-1);
  const last = new Set((turn?.place ?? []).map(cellPartOf));
  return (moment?.view.tiles ?? []).map((placed) => {
    const cell = cellPartOf(placed);
    const tile = tileOf(placed);
    return last.has(cell)
      ? { cell, tile, state: "last", fresh: true, by: turn?.seat ?? 0 }
      : { cell, tile, state: "lying" };
  });
}

/** Must be made while a component is. */
export class Replaying {
  record = $state.raw<string | null>(null);
  turn = $state(0);
  /** Whether there is no record that can be shown. */
  missing = $state(false);
  playing = $state(false);
  moment = $state.raw<ReplayMoment | null>(null);
  /** The end of the game, with every move. */
  whole = $state.raw<ReplayMoment | null>(null);
  pills = $state.raw<Pill[]>([]);
  readonly tiles = $derived(replayedTiles(this.moment));
  readonly turns = $derived(this.moment?.turns ?? 0);

  constructor(turn: number) {
    this.turn = turn;
    $effect(() => this.#follow());
    $effect(() => {
      if (!this.playing) return;
      const timer = setInterval(() => {
        if (this.moment && this.turn < this.turns) ++this.turn;
        else this.playing = false;
      }, pace);
      return () => clearInterval(timer);
    });
  }

  /** Shows a record; null if there is none. */
  open(record: string | null): void {
    this.record = record;
    this.missing = record === null;
    if (record === null) return;
    rules.replay(record, lastTurn).then(
      (last) => {
        this.whole = { ...last, view: withSeatNames(last.view) };
        this.turn = Math.min(this.turn, last.turns);
      },
      () => (this.missing = true),
    );
  }

  #follow(): void {
    const { record, turn } = this;
    if (record === null) return;
    void rules.replay(record, turn).then(
      async (found) => {
        if (turn !== this.turn) return;
        this.moment = { ...found, view: withSeatNames(found.view) };
        const last = found.view.history.at(-1);
        const sheet = last?.place ? await rules.scoreSheet(found.view, found.end) : null;
        const score = sheet?.turns.at(-1);
        if (turn !== this.turn) return;
        this.pills = score ? pillsOf(score) : [];
        if (last) say(turnText(last, this.moment.view.seats[last.seat]?.name ?? "", found.theme));
      },
      () => (this.missing = true),
    );
  }

  /** The arrow keys, Home and End. */
  keydown(event: KeyboardEvent): void {
    if (isTakenElsewhere(event) || (event.target as Element).closest("[role=grid]")) return;
    const goals: Partial<Record<string, number>> = {
      ArrowLeft: Math.max(0, this.turn - 1),
      ArrowRight: Math.min(this.turns, this.turn + 1),
      Home: 0,
      End: this.turns,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    this.turn = goal;
  }
}

/** The turn that an address names; 0 if it names none. */
export const turnIn = (search: string) =>
  Math.max(0, Math.floor(Number(new URLSearchParams(search).get("turn")))) || 0;
