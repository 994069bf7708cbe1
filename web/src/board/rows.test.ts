import { expect, test } from "vitest";
import { rowsOf } from "./rows";

test("cells are read from the top left, each once", () => {
  expect(rowsOf(["2,1", "-10,0", "3,0", "2,1", "-9,1", "0,-2"])).toEqual([
    { y: -2, columns: [0] },
    { y: 0, columns: [-10, 3] },
    { y: 1, columns: [-9, 2] },
  ]);
});
