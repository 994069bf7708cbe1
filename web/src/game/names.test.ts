import { expect, test } from "vitest";
import { accountName, cleanName, guestName, initialOf, lengthOf, nameProblem } from "./names";

test("a name loses what cannot be seen", () => {
  expect(cleanName("  Ann \u202e Lee\u200b ")).toBe("Ann Lee");
  expect(cleanName("\u2066Ann\u2069\u0007")).toBe("Ann");
  expect(cleanName("\u202e")).toBe("");
});

test("a name is as long as people see it", () => {
  for (const one of ["a", "李", "ש", "e\u0301\u0323", "🎲", "🇨🇭", "한"]) {
    expect(lengthOf(one.repeat(40))).toBe(40);
    expect(nameProblem(one.repeat(40), guestName)).toBeNull();
    expect(nameProblem(one.repeat(41), guestName)).toBe("name.long");
  }
});

test("a name begins with a whole character", () => {
  expect(["ann", "🎲 Ann", "🇨🇭", "e\u0301va", ""].map(initialOf)).toEqual([
    "A",
    "🎲",
    "🇨🇭",
    "E\u0301",
    "",
  ]);
});

test("an account's name has rules of its own", () => {
  expect(nameProblem("a", accountName)).toBe("name.short");
  expect(nameProblem("李小龙", accountName)).toBeNull();
  expect(nameProblem("Ann-Lee_2.0", accountName)).toBeNull();
  expect(nameProblem("Ann 🎲", accountName)).toBe("name.characters");
  expect(nameProblem("a".repeat(25), accountName)).toBe("name.long");
});
