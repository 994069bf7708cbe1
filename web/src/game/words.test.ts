import { beforeEach, expect, test, vi } from "vitest";
import { languages, setLanguage, speakOfCubes, t } from "../i18n/index.svelte";
import { viewOf } from "./positions";
import type { Shown } from "./session";
import {
  rollIsDue,
  type ActName,
  type BoardForm,
  type Options,
  type PlacedText,
  type Variant,
  type View,
} from "./types";
import {
  dayText,
  endText,
  headlineOf,
  openingText,
  seatName,
  timeLeft,
  turnAdvice,
  typingHelp,
  wholePercent,
} from "./words";

vi.stubGlobal("document", { documentElement: {} });
beforeEach(() => setLanguage("en"));

const board: BoardForm = { size: [16, 16], stars: [], starts: ["7,7"], bonus: [] };

function asked(variant: Variant, options: Options = {}, tiles: PlacedText[] = []): string {
  const onBoard = variant === "base" || variant === "cubes" ? {} : { board };
  const view = viewOf({ variant, tiles, hand: ["Rc", "Rs"], opened: false, ...onBoard });
  return openingText({ ...view, options });
}

test("the first turn asks for the longest line where the largest set opens", () => {
  expect(asked("base")).toBe(t("table.open"));
  expect(asked("select")).toBe(t("table.open.start"));
});
test("the first turn asks for any line where the youngest opens", () => {
  expect(asked("base", { opening: "youngest" })).toBe(t("table.open.any"));
  expect(asked("select", { opening: "youngest" })).toBe(t("table.open.start.any"));
});
test("the first turn must touch the tiles that are on the board from the start", () => {
  expect(asked("connect", {}, ["Gs@9,1"])).toBe(t("table.open.touch"));
  expect(asked("select-connect", {}, ["Gs@9,1"])).toBe(t("table.open.touch"));
});
test("on a board without black cells the youngest opens Connect with any line", () => {
  expect(asked("connect")).toBe(t("table.open.any"));
  expect(asked("select-connect")).toBe(t("table.open.any"));
});

/** A finished game as it is replayed: without a seat of one's own. */
const finished = (reason: string, name: string, winners = [0]) =>
  ({
    view: { seats: [{ name }, { name: "Ben" }] },
    end: { reason, seat: 0, bonus: 6 },
    winners,
    you: null,
  }) as unknown as Shown;

test("a record names the visitor in the second person", async () => {
  await setLanguage("de");
  expect(endText(finished("resigned", "Du"))).toBe("Du hast aufgegeben.");
  expect(endText(finished("timeout", "Du"))).toBe("Deine Zeit ist abgelaufen.");
  expect(endText(finished("resigned", "Ann"))).toBe("Ann hat aufgegeben.");
  expect(headlineOf(finished("out", "Du"))).toBe("Du hast gewonnen!");
  expect(headlineOf(finished("out", "Ann"))).toBe("Ann hat gewonnen.");
  await setLanguage("es");
  expect(endText(finished("resigned", "Tú"))).toBe("Te has rendido.");
  expect(endText(finished("timeout", "Ann"))).toBe("A Ann se le ha acabado el tiempo.");
});

test("no reason for an end of the game uses the own name as somebody else’s", async () => {
  // In English the verbs are the same.
  for (const language of languages.filter((one) => one !== "en")) {
    await setLanguage(language);
    const you = t("table.you");
    for (const reason of ["out", "resigned", "timeout"]) {
      const own = endText(finished(reason, you));
      const others = endText(finished(reason, "Ann"));
      expect(own, language).not.toBe(others.replaceAll("Ann", you));
    }
  }
});

test("cubes are rolled until one fits only if one can fit", () => {
  const due = (...acts: ActName[]) => rollIsDue(acts);
  expect(due("roll")).toBe(true);
  expect(due("roll", "place")).toBe(false);
  expect(due("roll", "trade")).toBe(false);
  expect(due("roll", "pass")).toBe(false);
  expect(due("trade")).toBe(false);
});

test("players who cannot place anything are told to trade", () => {
  const advice = (...acts: ActName[]) => turnAdvice({ opened: true, acts } as unknown as View);
  expect(advice("trade")).toBe("Nothing fits: trade tiles.");
  expect(advice("place", "trade")).toBe("");
  expect(advice("roll")).toBe("");
  const stop = speakOfCubes();
  expect(advice("roll", "trade")).toMatch(/^None of your cubes can fit/);
  stop();
});

test("days and percentages follow the region of the language", async () => {
  expect(dayText(Date.UTC(2026, 10, 16), "UTC")).toBe("16 Nov 2026");
  expect(wholePercent(0.75)).toBe("75%");
  await setLanguage("de");
  expect(dayText(Date.UTC(2026, 10, 16), "UTC")).toBe("16.11.2026");
  expect(wholePercent(0.75)).toBe("75\u00a0%");
});

test("only games with discs say how a take is typed, in every language", async () => {
  for (const language of languages) {
    await setLanguage(language);
    const help = (variant: Variant) =>
      typingHelp(viewOf({ variant, tiles: [], hand: [], opened: false }));
    expect(help("select")).toContain(" Yd@3,4 ");
    expect(help("base")).not.toContain("Yd@");
    expect(help("base")).toContain("Rc@0,0");
  }
});

test("bots have the same names at a table as in dialogs", () => {
  expect(seatName("greedy")).toBe(t("bot.greedy.name"));
  expect(seatName("Ann")).toBe("Ann");
});

test("days are told with their hours, everything else in one unit", () => {
  const hour = 3_600_000;
  expect(timeLeft(53 * hour)).toBe("2 days, 5 hours");
  expect(timeLeft(53 * hour, true)).toBe("2 days, 5 hrs");
  expect(timeLeft(24 * hour)).toBe("1 day");
  expect(timeLeft(24 * hour + 59 * 60_000)).toBe("1 day");
  expect(timeLeft(24 * hour - 1)).toBe("23 hours");
  expect(timeLeft(90_000)).toBe("1 minute");
  expect(timeLeft(-5)).toBe("0 seconds");
});
test.each(languages)("days and hours in %s", async (language) => {
  await setLanguage(language);
  const text = timeLeft(53 * 3_600_000, true);
  expect(text).toMatch(/^2\D+5\D+$/);
  expect(text.length).toBeLessThan(20);
});
