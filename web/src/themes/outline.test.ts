import { expect, test } from "vitest";
import { moved, square } from "./outline";

test("paths are moved and scaled command by command", () => {
  expect(moved("M10 20L30 40 50 60H5V6Z", 1, 100, 200)).toBe("M110 220L130 240 150 260H105V206Z");
  expect(moved("M1 2a3 4 45 1 0 5 -6Z", 2, 10, 20)).toBe("M12 24a6 8 45 1 0 10 -12Z");
  expect(moved("M1 2A3 4 0 0 1 5 6Q1 1 2 2C1 1 2 2 3 3h4v-5", 1, 1, 1)).toBe(
    "M2 3A3 4 0 0 1 6 7Q2 2 3 3C2 2 3 3 4 4h4v-5",
  );
});
test("a square ends where it begins", () => {
  expect(square(0, 0, 100, 100, 10)).toBe(
    "M10 0h80a10 10 0 0 1 10 10v80a10 10 0 0 1 -10 10h-80a10 10 0 0 1 -10 -10v-80a10 10 0 0 1 10 -10Z",
  );
});
