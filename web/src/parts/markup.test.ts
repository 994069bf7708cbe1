import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

const lostSpace = /<[a-z][^<>]*>\s+·|\{[#:][^{}]*\}\s+·|"·"/;

test("no dot between two facts loses the space before it", () => {
  // Spaces at the start of an element or block are dropped, so they must be part of the text.
  const lost = Object.entries(sources).filter(([, source]) => lostSpace.test(source));
  expect(lost.map(([name]) => name)).toEqual([]);
});
