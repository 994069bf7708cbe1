// Where one is in a study, as part of an address: `?turn=27`, with `.2` for the second act of a turn
// and, in a variation, which one and how far.
export interface Place {
  turn: number;
  /** Of the turn, from 0. */
  act: number;
  /** The number of the variation and the turn in it, from 0. */
  line: number | null;
  step: number;
}

export function placeIn(search: string): Place | null {
  const parts = new URLSearchParams(search);
  const [turn = 0, act = 1] = (parts.get("turn") ?? "").split(".").map(Number);
  if (!Number.isInteger(turn) || turn < 1) return null;
  const line = parts.get("line");
  return {
    turn,
    act: Math.max(0, (act || 1) - 1),
    line: line === null ? null : Number(line) || 0,
    step: Number(parts.get("step")) || 0,
  };
}

export function searchOf({ turn, act, line, step }: Place): string {
  const at = `?turn=${turn}${act > 0 ? `.${act + 1}` : ""}`;
  return line === null ? at : `${at}&line=${line}&step=${step}`;
}
