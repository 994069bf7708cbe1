import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { languages, setLanguage } from "../i18n/index.svelte";
import { captionOf } from "./captions";
import type { Example } from "./examples";
import { editions } from "../game/types";
import { rulePageOf } from "./rulePages";

const file = new URL("../../../tests/examples/examples.jsonl", import.meta.url);
const all = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Example);
const drawn = new Set(
  editions.flatMap(({ name }) => rulePageOf(name).own.flatMap((one) => one.examples ?? [])),
);
beforeAll(() => vi.stubGlobal("document", { documentElement: {} }));

test("every caption of the rules pages adds up, in every language", async () => {
  const shown = all.filter(({ id, illegal }) => drawn.has(id) && !illegal);
  expect(shown.length).toBeGreaterThan(15);
  for (const language of languages) {
    await setLanguage(language);
    for (const example of shown) {
      const caption = captionOf(example);
      const [points, ...terms] = [...caption.matchAll(/\d+/g)].map(Number);
      expect(points, caption).toBe(example.points);
      if (terms.length === 0) expect(example.lines ?? [], caption).toEqual([]);
      else
        expect(
          terms.reduce((a, b) => a + b),
          caption,
        ).toBe(points);
    }
  }
});

test("one line is not called lines", async () => {
  await setLanguage("en");
  const example = all.find(({ lines, points }) => lines?.length === 1 && points === lines[0]);
  expect(example && captionOf(example)).toMatch(/^\d points: one line of \d$/);
});
