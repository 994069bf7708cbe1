// What a review says about an act, for all the places that show it.
import { sameAct } from "../game/puzzles";
import {
  cellPartOf,
  tileOf,
  type Act,
  type CellText,
  type MoveClass,
  type ReviewedAct,
  type ReviewedMove,
  type TileText,
} from "../game/types";

/** The tiles of an act, whatever is done with them. */
export function tilesOf(act: Act): TileText[] {
  if ("place" in act) return act.place.map(tileOf);
  if ("take" in act) return [tileOf(act.take)];
  if ("trade" in act) return act.trade;
  return "roll" in act ? act.roll : [];
}
/** The cells that it concerns. */
export function cellsOf(act: Act): CellText[] {
  if ("place" in act) return act.place.map(cellPartOf);
  return "take" in act ? [cellPartOf(act.take)] : [];
}

export type Tone = "good" | "warn" | "bad";
const tones: Record<MoveClass, Tone> = {
  best: "good",
  good: "good",
  inaccuracy: "warn",
  mistake: "bad",
  blunder: "bad",
};
export const toneOf = (act: ReviewedAct) => tones[act.class];
/** The signs that chess players use; nothing for a good move. */
export const signs: Record<MoveClass, string> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
export const isMistake = (act: ReviewedAct) => toneOf(act) !== "good";

/** The best other move; null if there was no choice. */
export const alternativeTo = ({ played, candidates }: ReviewedAct): ReviewedMove | null =>
  candidates.find((move) => !sameAct(move.act, played.act)) ?? null;

/** All moves that were judged: those of the review and the visitor's own, the best first. */
export function movesOf(act: ReviewedAct, tries: readonly ReviewedAct[]): ReviewedMove[] {
  const { candidates, seat } = act;
  const more = tries
    .map(({ played }) => played)
    .filter((one) => !candidates.some((move) => sameAct(move.act, one.act)));
  const chance = (move: ReviewedMove) => move.chances[seat] ?? 0;
  return [...candidates, ...more].toSorted((a, b) => chance(b) - chance(a));
}
/** The try that is this move; undefined if the visitor has not tried it. */
export const tryOf = (move: ReviewedMove | null, tries: readonly ReviewedAct[]) =>
  tries.find(({ played }) => move !== null && sameAct(played.act, move.act));

/** The act that cost the most, of these seats if any of them made a mistake; otherwise of anyone. */
export function largestLoss(acts: readonly ReviewedAct[], seats: readonly number[]): number {
  const worst = (of: (act: ReviewedAct) => boolean) =>
    acts.reduce(
      (found, act, i) =>
        isMistake(act) && of(act) && act.given_up > (acts[found]?.given_up ?? 0) ? i : found,
      -1,
    );
  const own = worst(({ seat }) => seats.includes(seat));
  return own >= 0
    ? own
    : Math.max(
        0,
        worst(() => true),
      );
}
/**
 * The next mistake in a direction, from one end on to the other, of these seats if any of them made
 * one; otherwise of anyone. Null if there is no other.
 */
export function mistakeFrom(
  acts: readonly ReviewedAct[],
  at: number,
  by: 1 | -1,
  seats: readonly number[],
): number | null {
  const wrong = acts.filter(isMistake);
  const own = wrong.filter(({ seat }) => seats.includes(seat));
  const wanted = new Set(own.length > 0 ? own : wrong);
  for (let step = 1; step < acts.length; ++step) {
    const i = (at + by * step + acts.length * step) % acts.length;
    const act = acts[i];
    if (act && wanted.has(act)) return i;
  }
  return null;
}
