// Variations of a recorded game: other turns from some point on. The turns of the game up to there,
// followed by those of a variation, are a record of their own, so everything that can be done with a
// record can be done with a variation.
import type { Act, PlacedText, TileText } from "../game/types";

/** A turn as a record has it; docs/notation.md describes the members. */
export interface RecordTurn {
  seat: number;
  roll?: { cubes: TileText[]; faces: TileText[] };
  forced?: TileText[][];
  take?: PlacedText;
  place?: PlacedText[];
  trade?: TileText[];
  pass?: true;
  leave?: string;
  points?: number;
  draw?: TileText[];
}

/** What is played instead after so many turns of the game and, if that ends it, how. */
export interface Line {
  after: number;
  turns: RecordTurn[];
  end?: unknown;
  scores?: unknown;
  winners?: unknown;
}
/** A line up to some turn. */
export const cut = (line: Line, turns: number): Line =>
  turns >= line.turns.length ? line : { after: line.after, turns: line.turns.slice(0, turns) };

interface Recorded {
  players: unknown[];
  turns: RecordTurn[];
  variations?: unknown;
  [member: string]: unknown;
}
const read = (record: string) => JSON.parse(record) as Recorded;
function without(record: Recorded, ...members: string[]): Recorded {
  const kept = Object.entries(record).filter(([name]) => !members.includes(name));
  return Object.fromEntries(kept) as Recorded;
}

export const turnsOf = (record: string) => read(record).turns;

const sameTurn = (one: RecordTurn | undefined, other: RecordTurn | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a line is the beginning of another one, or all of it. */
export const begins = (line: Line, other: Line) =>
  line.after === other.after &&
  line.turns.length <= other.turns.length &&
  line.turns.every((turn, i) => sameTurn(turn, other.turns[i]));
export const sameLine = (one: Line, other: Line) => begins(one, other) && begins(other, one);

/** With one more line; lines that are only the beginning of another one are left out. */
export function withLine(lines: readonly Line[], line: Line): Line[] {
  if (line.turns.length === 0 || lines.some((other) => begins(line, other))) return [...lines];
  return [...lines.filter((other) => !begins(other, line)), line];
}
/** Without the lines that begin like this one. */
export const withoutLine = (lines: readonly Line[], line: Line) =>
  lines.filter((other) => !begins(line, other));

/** A turn of the tree, and what follows it. */
export interface Branch {
  /** Up to and including the turn. */
  line: Line;
  turn: RecordTurn;
  /** Counted from 1, as in the game. */
  number: number;
  next: Branch[];
}

/** The lines as a tree: what they have in common comes once. */
export function treeOf(lines: readonly Line[]): Branch[] {
  const roots: Branch[] = [];
  for (const { after, turns } of lines.toSorted((a, b) => a.after - b.after)) {
    let level = roots;
    for (const [i, turn] of turns.entries()) {
      const line = { after, turns: turns.slice(0, i + 1) };
      let branch = level.find((one) => sameLine(one.line, line));
      if (!branch) level.push((branch = { line, turn, number: after + i + 1, next: [] }));
      level = branch.next;
    }
  }
  return roots;
}

/** The record of the game up to the line, and then the line. */
export function recordOfLine(record: string, { after, turns, ...outcome }: Line): string {
  const game = read(record);
  const rest = without(game, "end", "scores", "winners", "variations");
  return JSON.stringify({ ...rest, turns: [...game.turns.slice(0, after), ...turns], ...outcome });
}

/**
 * A line as a saved game which continues from there. People play all seats, or the bots of a level
 * do. `steps`: what has been done in the turn that is not over; see src/play/local_game.hpp.
 */
export function savedLine(
  record: string,
  line: Line,
  { seat, steps = [], level = "" }: { seat: number; steps?: Step[]; level?: string },
): string {
  const cut = read(recordOfLine(record, line));
  const answers = line.after + line.turns.length + steps.length;
  const bots = cut.players.map(() => level);
  const local = { bots, seed: chanceSeed, answers, steps, ...(level ? {} : { revealed: seat }) };
  return JSON.stringify({ ...cut, local });
}
/** Chance answers the same way whenever the same turn is tried. */
const chanceSeed = 6;

export type Step = { move: Act } | { answer: TileText[] };

/** The acts of a turn before its act number `acts`, with what chance answered to them. */
export function stepsBefore(turn: RecordTurn | undefined, done: readonly Act[]): Step[] {
  return done.flatMap((act): Step[] => {
    if (!("roll" in act)) return [{ move: act }];
    const rolled = act.roll.length > 0 && turn?.roll ? [{ answer: turn.roll.faces }] : [];
    return [{ move: act }, ...rolled, ...(turn?.forced ?? []).map((answer) => ({ answer }))];
  });
}

const isLine = (line: unknown): line is Line => {
  const { after, turns } = (line ?? {}) as Partial<Line>;
  return Number.isInteger(after) && Array.isArray(turns) && turns.length > 0;
};
/** The variations that came with a record. */
export function linesIn(record: string): Line[] {
  const { variations } = read(record);
  return Array.isArray(variations) ? variations.filter(isLine) : [];
}
/** A record with these variations and no others. */
export function withLines(record: string, lines: readonly Line[]): string {
  const rest = without(read(record), "variations");
  return JSON.stringify(lines.length > 0 ? { ...rest, variations: lines } : rest);
}

/** The last act of a turn. */
export function actOf({ place, trade }: RecordTurn): Act {
  if (place) return { place };
  return trade ? { trade } : { pass: true };
}
