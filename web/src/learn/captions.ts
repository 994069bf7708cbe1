// The captions of the examples in the rules.
import { reasonText } from "../game/words";
import { t } from "../i18n/index.svelte";
import type { Example } from "./examples";

/** Why an example is not allowed, or its points as a sum that can be checked in the picture. */
export function captionOf({ points = 0, lines = [], illegal }: Example): string {
  if (illegal) return reasonText(illegal);
  const text = t("table.points", { points });
  const counted = lines.reduce((sum, length) => sum + length + (length === 6 ? 6 : 0), 0);
  const terms = lines.map((length) => (length === 6 ? t("rules.points.six") : String(length)));
  if (lines.length > 0 && points > counted)
    terms.push(t("rules.points.numbers", { value: points - counted }));
  const [only] = lines;
  if (terms.length === 1 && only !== undefined && only < 6)
    return t("rules.points.line", { points: text, length: only });
  return terms.length > 0 ? `${text} = ${terms.join(" + ")}` : text;
}
