// The tiles that stand for a game in lists.
import { editions, type EditionName, type TileText } from "../game/types";
import { colours, shapes } from "./faces";

/** Three tiles of a line, of one colour or of one shape by turns. */
export function emblemOf(game: EditionName): [TileText, TileText, TileText] {
  const place = editions.findIndex(({ name }) => name === game);
  const at = (letters: readonly string[], step: number) =>
    letters[(place + step) % letters.length] ?? "";
  const tile = (step: number) =>
    place % 2 === 0 ? at(colours, 0) + at(shapes, step) : at(colours, step) + at(shapes, 0);
  return [tile(0), tile(1), tile(3)];
}
