import { expect, test } from "vitest";
import { Camera, pitch } from "./camera.svelte";
import { linesThrough, pillsOf } from "./marks";

test("a pill at the end of each line, and one for each numbered cell", () => {
  const pills = pillsOf({
    points: 16,
    lines: [
      { cells: ["0,0", "1,0"] },
      { cells: ["1,0", "1,1", "1,2", "1,3", "1,4", "1,5"], bonus: 6 },
    ],
    items: [{ for: "bonus", points: 2, cell: "1,0" }],
  });
  expect(pills.map(({ text, six }) => [text, six])).toEqual([
    ["+2", false],
    ["+12", true],
    ["+2", false],
  ]);
  expect([pills[0]?.x, pills[0]?.y]).toEqual([2 * pitch - 2, -2]);
});
test("lines through a cell", () => {
  const tiles = new Set(["0,0", "1,0", "1,1", "5,5"]);
  expect(linesThrough({ x: 1, y: 0 }, tiles)).toBe(2);
  expect(linesThrough({ x: 0, y: 0 }, tiles)).toBe(1);
  expect(linesThrough({ x: 5, y: 5 }, tiles)).toBe(0);
});
test("zooming keeps the point under the pointer where it is", () => {
  const camera = new Camera();
  camera.width = 800;
  camera.height = 600;
  camera.fit({ left: -3, top: -2, right: 4, bottom: 5 }, 1, 0.7);
  const at = { x: 300, y: 200 };
  const before = { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
  camera.zoomAt(at, 1.5);
  expect((at.x - camera.x) / camera.scale).toBeCloseTo(before.x, 6);
  expect((at.y - camera.y) / camera.scale).toBeCloseTo(before.y, 6);
  expect(camera.cellAt(camera.middleOf({ x: 2, y: -1 }))).toEqual({ x: 2, y: -1 });
});
test("what is fitted is in sight", () => {
  const camera = new Camera();
  camera.width = 390;
  camera.height = 500;
  const cells = { left: -10, top: -4, right: 12, bottom: 9 };
  camera.fit(cells, 1, 0.7);
  expect(camera.shows(cells)).toBe(true);
  camera.panBy(300, 0);
  expect(camera.shows(cells)).toBe(false);
});
test("what is included is in sight, and nothing moves more than it must", () => {
  const camera = new Camera();
  camera.width = 400;
  camera.height = 400;
  camera.fit({ left: 0, top: 0, right: 3, bottom: 3 }, 1, 0.7);
  const { x, y, scale } = camera;
  camera.include({ left: 1, top: 1, right: 2, bottom: 2 });
  expect([camera.x, camera.y, camera.scale]).toEqual([x, y, scale]);
  const farther = { left: 4, top: 1, right: 6, bottom: 3 };
  camera.include(farther);
  expect(camera.shows(farther)).toBe(true);
  expect([camera.y, camera.scale]).toEqual([y, scale]);
  expect(camera.x).toBeLessThan(x);
  const large = { left: -9, top: -9, right: 9, bottom: 9 };
  camera.include(large);
  expect(camera.shows(large)).toBe(true);
});
