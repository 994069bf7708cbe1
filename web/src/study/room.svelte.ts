// What the visitor does at the study board: looking at moves, trying others, playing on, solving
// exercises.
import { Desk } from "../game/desk.svelte";
import { Laying } from "../game/laying.svelte";
import { sameAct } from "../game/puzzles";
import { RulesError } from "../game/rules";
import type { Act, ReviewedMove } from "../game/types";
import { refusalText } from "../game/words";
import { Exercises } from "./exercises.svelte";
import { alternativeTo, cellsOf, toneOf, tryOf } from "./figures";
import { studiedPills, studiedTiles } from "./marks";
import type { Study } from "./study.svelte";

/** Whether moves are only looked at, tried, or played. */
export type Mode = "look" | "try" | "on";

export class Room {
  readonly desk = new Desk(new Laying(null));
  readonly exercises: Exercises;
  mode = $state<Mode>("look");
  /** Whether every move that was judged is listed. */
  all = $state(false);
  busy = $state(false);
  problem = $state<string | null>(null);
  /** The move that the visitor has chosen to see beside the one that was played. */
  #chosen = $state.raw<Act | null>(null);

  constructor(readonly study: Study) {
    this.exercises = new Exercises(study);
    this.desk.active = true;
  }

  /** The move beside the one that was played. */
  other = $derived.by((): ReviewedMove | null => {
    const { act, tries } = this.study;
    if (!act) return null;
    const chosen = this.#chosen;
    const known = [...act.candidates, ...tries.map(({ judged }) => judged.played)];
    return (chosen && known.find((move) => sameAct(move.act, chosen))) ?? alternativeTo(act);
  });
  /** Whether the moves are drawn: not while one is placed or looked for. */
  #drawn = $derived.by(
    () =>
      this.desk.laying.laid.length === 0 &&
      this.mode === "look" &&
      (!this.exercises.running || this.exercises.revealed),
  );

  choose(move: ReviewedMove | null): void {
    this.#chosen = move?.act ?? null;
    void this.desk.laying.clear();
  }
  /** Another position is looked at. */
  arrive(): void {
    this.#chosen = null;
    this.problem = null;
    this.mode = this.study.atTip ? "on" : this.exercises.running ? "try" : "look";
  }
  /** Draws the moves that are compared. */
  draw(): void {
    const { act, tries } = this.study;
    const played = this.#drawn ? (act?.played ?? null) : null;
    const { other } = this;
    const beside = played && other && !sameAct(other.act, played.act) ? other : null;
    const tone = act ? toneOf(act) : "good";
    const tried = tryOf(
      beside,
      tries.map(({ judged }) => judged),
    );
    const otherTone = tried ? toneOf(tried) : "good";
    this.desk.studied = studiedTiles([played, tone], [beside, otherTone]);
    this.desk.studiedPills = studiedPills([played, tone], [beside, otherTone]);
    const takes = [played, beside].filter((move) => move !== null && "take" in move.act);
    this.desk.pointed = new Set(takes.flatMap((move) => (move ? cellsOf(move.act) : [])));
    const what: Act = played?.act ?? { pass: true };
    this.desk.marked = "trade" in what ? what.trade : "roll" in what ? what.roll : [];
  }

  start(what: Mode): void {
    void this.desk.laying.clear();
    this.desk.laying.setMode("lay");
    this.mode = this.mode === what ? "look" : what;
  }
  /** Leaves the exercises and goes elsewhere. */
  leaveFor(go: () => void): void {
    this.exercises.leave();
    go();
  }
  reveal(): void {
    this.exercises.revealed = true;
    this.mode = "look";
  }

  /**
   * Judges or plays a move of the visitor, or lets a bot make one. The answer concerns nobody who has
   * gone elsewhere meanwhile.
   */
  async perform(what: Act | { level: string }): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    const { place } = this.study;
    const isHere = () => this.study.place === place;
    try {
      if (this.mode === "on" || "level" in what) {
        if (!(await this.study.playFrom(what))) return;
      } else if (this.exercises.running) {
        await this.exercises.attempt(what);
        if (!isHere()) return;
      } else {
        await this.study.judge(what);
        if (!isHere()) return;
        this.#chosen = what;
        this.mode = "look";
      }
      await this.desk.laying.clear();
    } catch (error) {
      const text = error instanceof RulesError ? refusalText(error.refusal) : String(error);
      if (isHere()) this.problem = text;
    } finally {
      this.busy = false;
    }
  }
}
