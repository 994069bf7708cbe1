// The address of a study names the turn that is looked at, so that a reload or a link leads there.
import { untrack } from "svelte";
import { entry } from "../router.svelte";
import { largestLoss } from "./figures";
import { placeIn, searchOf } from "./place";
import type { Study } from "./study.svelte";

/**
 * Goes where the address says, or else to the largest loss as soon as that is known; from then on
 * the address follows. `own`: the seats whose losses come first. Call while a component is made.
 */
export function followAddress(study: Study, own: () => number[]): void {
  const ownEntry = entry();
  const wanted = placeIn(location.search);
  let arrived = $state(wanted === null);

  $effect(() => {
    if (arrived || !wanted || study.moved) return;
    const known = study.acts.some(({ turn }) => turn >= wanted.turn);
    if (!known && !study.review?.finished) return;
    untrack(() => {
      study.goTo(study.actOfTurn(wanted.turn) + wanted.act);
      const line = wanted.line === null ? undefined : study.lines[wanted.line];
      if (line) study.enter(line, Math.min(wanted.step, line.turns.length), wanted.act);
      arrived = true;
    });
  });
  $effect(() => {
    if (wanted || study.moved || !study.review?.finished) return;
    untrack(() => study.goTo(largestLoss(study.acts, own())));
  });
  $effect(() => {
    const { branch, act, at, acts, lines } = study;
    // Once another page is wanted, the address is that page's, even if this one is still on screen.
    if (!study.moved || entry() !== ownEntry) return;
    const turn = branch ? branch.line.after + 1 : act?.turn;
    if (turn === undefined) return;
    const search = searchOf({
      turn,
      act: branch ? branch.act : at - acts.findIndex((one) => one.turn === turn),
      line: branch ? lines.findIndex((line) => line === branch.line) : null,
      step: branch?.step ?? 0,
    });
    if (location.search === search) return;
    try {
      history.replaceState(history.state, "", location.pathname + search);
    } catch {
      // Some browsers refuse many changes in a short time.
    }
  });
}
