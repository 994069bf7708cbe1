import { beforeAll, expect, test, vi } from "vitest";
import { setLanguage, t } from "../i18n/index.svelte";
import { viewOf } from "./positions";
import type { BoardForm, Options, PlacedText, Variant } from "./types";
import { openingText } from "./words";

vi.stubGlobal("document", { documentElement: {} });
beforeAll(() => setLanguage("en"));

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
