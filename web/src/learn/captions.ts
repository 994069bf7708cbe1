// The captions of the examples in the rules.
import { editions } from "../game/types";
import { reasonText } from "../game/words";
import { t } from "../i18n/index.svelte";
import { shapes } from "../themes/faces";
import type { Example } from "./examples";

/** The length of a Sixfold. */
const longest = shapes.length;

/** Why an example is not allowed, or its points as a sum that can be checked in the picture. */
export function captionOf({ variant, points = 0, lines = [], illegal }: Example): string {
  if (illegal) return reasonText(illegal);
  const bonus = editions.find((edition) => edition.variant === variant)?.bonus_for_six ?? 0;
  const text = t("table.points", { points });
  const counted = lines.reduce((sum, length) => sum + length + (length === longest ? bonus : 0), 0);
  const terms = lines.map((length) =>
    length === longest ? t("rules.points.six", { bonus }) : String(length),
  );
  if (lines.length > 0 && points > counted)
    terms.push(t("rules.points.numbers", { value: points - counted }));
  const [only] = lines;
  if (terms.length === 1 && only !== undefined && only < longest)
    return t("rules.points.line", { points: text, length: only });
  return terms.length > 0 ? `${text} = ${terms.join(" + ")}` : text;
}
