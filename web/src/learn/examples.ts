// The worked examples with which the rules are tested, for pictures and lessons.
import { rules } from "../game/rules";
import {
  cellPartOf,
  type BoardForm,
  type PlacedText,
  type ThemeName,
  type Variant,
} from "../game/types";

/** A worked example of the rules: the table, the placement and its result. */
export interface Example {
  id: string;
  variant: Variant;
  theme?: ThemeName;
  rows?: string[];
  spent?: string[];
  tiles: PlacedText[];
  take?: PlacedText;
  place: PlacedText[];
  points?: number;
  lines?: number[];
  illegal?: string;
}

let known: Promise<Map<string, Example>> | undefined;
/** The examples with which the rules are tested. */
export const examples = () =>
  (known ??= import("$examples/examples.jsonl?raw").then(
    ({ default: text }) => {
      const lines = text.trim().split("\n");
      return new Map(lines.map((line) => JSON.parse(line) as Example).map((one) => [one.id, one]));
    },
    (error: unknown) => {
      known = undefined;
      throw error;
    },
  ));

/** The board of an example, without the discs that are gone. */
export async function boardOf(example: Example): Promise<BoardForm | undefined> {
  if (!example.rows) return undefined;
  const { board } = await rules.layout({ rows: example.rows });
  const gone = new Set([...(example.spent ?? []), ...example.tiles.map(cellPartOf)]);
  return { ...board, stars: board.stars.filter((cell) => !gone.has(cell)) };
}
