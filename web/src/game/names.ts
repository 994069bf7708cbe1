// Names of people: what is removed from them, how long they may be, and why one is refused. The
// server has the last word (src/server/names.cpp).
import { t } from "../i18n/index.svelte";

export interface NameRules {
  fewest: number;
  /** Counted as people see characters. */
  most: number;
  /** Everything that may occur; anything if it is missing. */
  letters?: RegExp;
}
export const guestName: NameRules = { fewest: 0, most: 40 };
export const accountName: NameRules = {
  fewest: 2,
  most: 24,
  letters: /^[\p{L}\p{M}\p{N} _.-]*$/u,
};

/** Names a visitor without a name; two at one table rarely get the same. */
export const anyGuest = () => 100 + Math.floor(Math.random() * 900);

// Invisible characters, and those that change the direction of others.
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const withoutHidden = (name: string) => name.replace(hidden, "");

/** As others see it. */
export const cleanName = (name: string) => withoutHidden(name).replace(/\s+/gu, " ").trim();

const segmenter = new Intl.Segmenter();
export const lengthOf = (name: string) => [...segmenter.segment(name)].length;
/** What stands for a name where there is room for one character. */
export const initialOf = (name: string) =>
  [...segmenter.segment(name)][0]?.segment.toUpperCase() ?? "";

/** Why a name is refused; null if it is not. */
export function nameProblem(name: string, rules: NameRules): string | null {
  const clean = cleanName(name);
  const length = lengthOf(clean);
  if (length > rules.most) return t("name.long", { most: rules.most });
  if (length < rules.fewest) return t("name.short", { fewest: rules.fewest });
  return rules.letters && !rules.letters.test(clean) ? t("name.characters") : null;
}
