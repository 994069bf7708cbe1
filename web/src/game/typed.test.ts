import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n/index.svelte";
import { readTyped } from "./typed";

vi.stubGlobal("document", { documentElement: {} });
afterEach(() => setLanguage("en"));

test("commands have words of their own in every language", async () => {
  await setLanguage("de");
  expect(readTyped("tauschen Rc Gs")).toEqual({ kind: "trade", tiles: ["Rc", "Gs"] });
  expect(readTyped("Aussetzen")).toEqual({ kind: "pass" });
  expect(readTyped("trade Rc")).toEqual({ kind: "trade", tiles: ["Rc"] });
  await setLanguage("fr");
  expect(readTyped("Échanger Rc")).toEqual({ kind: "trade", tiles: ["Rc"] });
  expect(readTyped("tauschen Rc")).toBeNull();
});
test("tiles on cells", () => {
  expect(readTyped("Rc@0,0 Rs@1,-2")).toEqual({
    kind: "lay",
    tiles: [
      { tile: "Rc", cell: "0,0" },
      { tile: "Rs", cell: "1,-2" },
    ],
  });
});
test("spaces, small letters and a true minus sign do not matter", () => {
  expect(readTyped("  rC @ 0 , −3 ")).toEqual({
    kind: "lay",
    tiles: [{ tile: "Rc", cell: "0,-3" }],
  });
});
test("the other acts", () => {
  expect(readTyped("trade Rc Gs")).toEqual({ kind: "trade", tiles: ["Rc", "Gs"] });
  expect(readTyped("roll")).toEqual({ kind: "roll", tiles: [] });
  expect(readTyped("take Yd@3,4")).toEqual({ kind: "take", placed: "Yd@3,4" });
  expect(readTyped("Pass")).toEqual({ kind: "pass" });
  expect(readTyped("play")).toEqual({ kind: "play" });
});
test.each(["", "Rc", "Zc@0,0", "Rc@0", "Rc@01,0", "trade", "trade Rz", "take Rc@0,0 Rs@1,0", "go"])(
  "%s is no move",
  (text) => expect(readTyped(text)).toBeNull(),
);
