// Times in words.
import { locale, t } from "../i18n/index.svelte";
import type { ClockPlan } from "../net/messages";

export const daySeconds = 86_400;
export const hourSeconds = 3600;
const slowSeconds = hourSeconds;

/** Whether nobody waits at the table for a move, as the server sees it for its notices. */
export const isSlow = ({ kind, seconds }: ClockPlan) => kind === "none" || seconds >= slowSeconds;

const units = [
  ["day", daySeconds],
  ["hour", hourSeconds],
  ["minute", 60],
] as const;

/** A whole number of the largest unit that fits: “90 seconds”, “2 minutes”, “3 days”. */
export function spanText(seconds: number): string {
  const [unit, length] = units.find(([, size]) => seconds > 0 && seconds % size === 0) ?? [
    "second",
    1,
  ];
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" });
  return format.format(seconds / length);
}

/** A day and a time of day, as in “Fri 27 Nov, 09:00”. */
export const dayTime = (ms: number) =>
  new Intl.DateTimeFormat(locale(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);

/** A day, as in “27 Nov”. */
export const dayText = (ms: number) =>
  new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" }).format(ms);

/** The time limit of a table. */
export const clockText = ({ kind, seconds, increment }: ClockPlan) =>
  kind === "none"
    ? t("setup.clock.none")
    : kind === "bank" && increment === 0
      ? t("clock.bank.plain", { time: spanText(seconds) })
      : t(`clock.${kind}`, { time: spanText(seconds), increment: spanText(increment) });
