// The moves that are compared, as they are drawn on the board: the one that was played on solid
// tiles, the other one on faint ones.
import type { BoardTile } from "../board/BoardCell.svelte";
import type { Pill } from "../board/marks";
import { cellPartOf, tileOf, type ReviewedMove, type View } from "../game/types";
import { cellsOf, type Tone } from "./figures";

const placed = (move: ReviewedMove | null) =>
  move && "place" in move.act
    ? move.act.place.map((one) => ({ cell: cellPartOf(one), tile: tileOf(one) }))
    : [];

export const lyingTiles = (view: View | null): BoardTile[] =>
  (view?.tiles ?? []).map((one) => ({
    cell: cellPartOf(one),
    tile: tileOf(one),
    state: "lying",
  }));

type Toned = readonly [move: ReviewedMove | null, tone: Tone];

export function studiedTiles([played, tone]: Toned, [other, otherTone]: Toned): BoardTile[] {
  const others = new Map(placed(other).map(({ cell, tile }) => [cell, tile]));
  const own = placed(played).map(({ cell, tile }): BoardTile => {
    const instead = others.get(cell);
    others.delete(cell);
    return { cell, tile, state: "played", tone, ...(instead ? { other: instead } : {}) };
  });
  const rest = [...others].map(([cell, tile]): BoardTile => ({
    cell,
    tile,
    state: "better",
    tone: otherTone,
  }));
  return [...own, ...rest];
}

export function studiedPills(played: Toned, other: Toned): Pill[] {
  const pill = ([move, tone]: Toned, key: string): Pill[] =>
    move && "place" in move.act
      ? [{ key, text: `+${move.points}`, six: false, extra: 0, cells: cellsOf(move.act), tone }]
      : [];
  return [...pill(played, "played"), ...pill(other, "other")];
}
