// The rules of each game as paragraphs, with their examples. A paragraph is the message
// `rules.<key>`; if rulebooks leave something open that we decided, there is also
// `rules.<key>.ours`.
import type { EditionName } from "../game/types";

export interface Paragraph {
  key: string;
  ours?: true;
  examples?: string[];
}

const base: Paragraph[] = [
  { key: "b.need" },
  { key: "b.open", ours: true, examples: ["base-turn-01"] },
  { key: "b.turn", ours: true },
  { key: "b.place", examples: ["base-turn-05", "base-both-ends"] },
  { key: "b.lines", examples: ["cubes-fits-one-way", "cubes-repeat-in-row"] },
  { key: "b.points", ours: true, examples: ["base-turn-02", "base-turn-04", "base-turn-09"] },
  { key: "b.six", examples: ["base-turn-11"] },
  { key: "b.draw" },
  { key: "b.trade", ours: true },
  { key: "b.end", ours: true },
  { key: "b.stuck", ours: true },
  { key: "b.leave", ours: true },
];
const cubes: Paragraph[] = [
  { key: "c.need" },
  { key: "c.open", ours: true },
  { key: "c.turn", examples: ["cubes-turn-1", "cubes-turn-3"] },
  { key: "c.forced", ours: true },
  { key: "c.never", ours: true },
  { key: "c.end", ours: true },
];
const select: Paragraph[] = [
  { key: "s.board", ours: true },
  { key: "s.open", ours: true, examples: ["select-opening", "select-opening-beside-start"] },
  { key: "s.disc", ours: true, examples: ["select-disc"] },
  { key: "s.take", examples: ["select-take-and-earn", "select-take-for-six"] },
  { key: "s.then", ours: true, examples: ["select-same-cell"] },
  { key: "s.islands", ours: true, examples: ["select-island", "select-star-once"] },
];
const connect: Paragraph[] = [
  { key: "n.board" },
  { key: "n.open", examples: ["connect-opening-apart"] },
  { key: "n.numbers", examples: ["connect-one-number", "connect-two-numbers"] },
];
const both: Paragraph[] = [
  { key: "x.board" },
  { key: "x.open", examples: ["select-connect-opening"] },
  { key: "x.again", ours: true, examples: ["select-connect-number-again"] },
];

/** What the game adds, and the games it builds on. */
interface RulePage {
  own: Paragraph[];
  builtOn: EditionName[];
}
const rulePages: Partial<Record<EditionName, RulePage>> = {
  base: { own: base, builtOn: [] },
  "star-wars": {
    own: [{ key: "w.figures", ours: true, examples: ["star-wars-one-for-four"] }],
    builtOn: ["base"],
  },
  cubes: { own: cubes, builtOn: ["base"] },
  select: { own: select, builtOn: ["base"] },
  connect: { own: connect, builtOn: ["base"] },
  "select-connect": { own: both, builtOn: ["select", "connect", "base"] },
};

/** A game that is not listed has one paragraph, named like the game. */
export const rulePageOf = (game: EditionName): RulePage =>
  rulePages[game] ?? { own: [{ key: game }], builtOn: ["base"] };
