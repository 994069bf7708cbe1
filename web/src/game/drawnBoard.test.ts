import { expect, test } from "vitest";
import { boardOfLines, linesOf, markAt, painted, resized, rowsOf, sizeOf } from "./drawnBoard";

const lines = ["S.....", "..*...", ".B..3.", "......", "......", "......"];

test("a board has the cells that are drawn", () => {
  expect(boardOfLines(lines)).toEqual({
    size: [6, 6],
    stars: ["2,1"],
    starts: ["0,0"],
    black: ["1,2"],
    bonus: [["4,2", 3]],
  });
});

test("a board is drawn as the text from which it came", () => {
  expect(rowsOf(boardOfLines(lines))).toBe(lines.join("\n"));
});

test("text may have blanks around its rows", () => {
  expect(linesOf("\n  S.....\n ..*...  \n")).toEqual(["S.....", "..*..."]);
});

test("painting changes one cell and makes all rows equally long", () => {
  const uneven = ["...", "."];
  expect(painted(uneven, { x: 2, y: 1 }, "B")).toEqual(["...", "..B"]);
  expect(painted(lines, { x: 0, y: 9 }, "B")).toEqual(lines);
});

test("a character that is no mark is shown as a plain cell, and stays in the text", () => {
  expect(markAt(["?"], { x: 0, y: 0 })).toBe(".");
  expect(painted(["?."], { x: 1, y: 0 }, "S")).toEqual(["?S"]);
});

test("another size cuts off or adds plain cells", () => {
  expect(resized(["SB", "*1"], { x: 1, y: 3 })).toEqual(["S", "*", "."]);
  expect(sizeOf(["...", "."])).toEqual({ x: 3, y: 2 });
});
