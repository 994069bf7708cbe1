import { expect, test } from "vitest";
import { cellOf, pointOf, type Point } from "../game/types";
import { Camera, pitch } from "./camera.svelte";
import {
  bubbleAt,
  linesThrough,
  pillScale,
  pillSize,
  pillsOf,
  placed,
  type Pill,
  type Surroundings,
} from "./marks";

const fitting = (left: number, top: number, right: number, bottom: number) => ({
  cells: { left, top, right, bottom },
  margin: 1,
  largest: 0.7,
});

test("a pill for each line; numbered cells count with the longest line through them", () => {
  const pills = pillsOf({
    points: 19,
    lines: [
      { cells: ["0,0", "1,0"] },
      { cells: ["1,0", "1,1", "1,2", "1,3", "1,4", "1,5"], bonus: 6 },
    ],
    items: [
      { for: "bonus", points: 2, cell: "1,0" },
      { for: "bonus", points: 1, cell: "1,3" },
      { for: "bonus", points: 2, cell: "0,0" },
    ],
  });
  expect(pills.map(({ text, six, extra }) => [text, six, extra])).toEqual([
    ["+2", false, 2],
    ["+12", true, 3],
  ]);
  const alone = pillsOf({
    points: 1,
    lines: [],
    items: [{ for: "bonus", points: 1, cell: "3,3" }],
  });
  expect(alone.map(({ text, cells }) => [text, cells])).toEqual([["+1", ["3,3"]]]);
});
test("a pill is straight beyond an end of its line, and every pill is tied to its own end", () => {
  // A comb as Connect makes it: a line of four with lines of two, three and two through it.
  const lines = [
    ["0,0", "1,0", "2,0", "3,0"],
    ["0,-1", "0,0"],
    ["1,0", "1,1", "1,2"],
    ["3,0", "3,1"],
  ];
  const cells = new Set(lines.flat());
  const pills = pillsOf({
    points: 11,
    lines: lines.map((line) => ({ cells: line })),
    items: [{ for: "bonus", points: 1, cell: "2,0" }],
  });
  const kept = new Set(["1,0", "2,0", "3,0"]);
  for (const scale of [0.2, 0.48, 0.7])
    for (const turned of [false, true]) {
      const found = placed(pills, {
        scale,
        turned,
        kept,
        occupied: cells,
        offered: new Set(["4,0", "1,3"]),
        edge: null,
      });
      expect(found).toHaveLength(4);
      const tips = new Set(found.map(({ tip }) => `${tip.x} ${tip.y}`));
      expect(tips.size).toBe(4);
      for (const [i, { x, y, tip }] of found.entries()) {
        const ends = [lines[i]?.[0] ?? "", lines[i]?.at(-1) ?? ""].map((cell) => {
          const at = pointOf(cell);
          const seen = turned ? { x: at.y, y: at.x } : at;
          return { x: seen.x * pitch + 50, y: seen.y * pitch + 50 };
        });
        const down = i > 0 !== turned;
        // On the line's axis, just beyond one of its ends.
        const beyond = ends.findIndex((end) =>
          down
            ? tip.x === end.x && Math.abs(tip.y - end.y) < 60
            : tip.y === end.y && Math.abs(tip.x - end.x) < 60,
        );
        expect(beyond).toBeGreaterThanOrEqual(0);
        if (scale >= 0.48) expect(down ? x : y).toBe(down ? tip.x : tip.y);
      }
    }
});
test("pills hide neither what was played nor each other, near or far, turned or not", () => {
  const line = ["0,0", "1,0", "2,0"];
  const across = ["2,-1", "2,0", "2,1"];
  const pills = pillsOf({
    points: 6,
    lines: [{ cells: line }, { cells: across }],
    items: [{ for: "bonus", points: 1, cell: "2,0" }],
  });
  const full = new Set<string>();
  for (let x = -3; x < 6; ++x) for (let y = -3; y < 4; ++y) full.add(cellOf(x, y));
  for (const scale of [0.16, 0.3, 0.7])
    for (const turned of [false, true])
      for (const edge of [null, { left: 0, top: -1, right: 2, bottom: 1 }]) {
        const kept = new Set(edge ? ["2,0"] : [...line, ...across]);
        const around: Surroundings = {
          scale,
          turned,
          kept,
          occupied: full,
          offered: new Set(),
          edge,
        };
        const found = placed(pills, around);
        if (!edge) expect(found).toHaveLength(2);
        const sizeOf = (pill: Pill) => ({
          width: pillSize(pill).width * pillScale(scale),
          height: pillSize(pill).height * pillScale(scale),
        });
        for (const [i, one] of found.entries()) {
          const { width, height } = sizeOf(one);
          const apart = (other: Point, w: number, h: number) =>
            Math.abs(one.x - other.x) >= w || Math.abs(one.y - other.y) >= h;
          for (const cell of kept) {
            const at = pointOf(cell);
            const [x, y] = turned ? [at.y, at.x] : [at.x, at.y];
            const middle = { x: x * pitch + 50, y: y * pitch + 50 };
            expect(apart(middle, (width + 100) / 2, (height + 100) / 2)).toBe(true);
          }
          for (const other of found.slice(i + 1)) {
            const [w, h] = [sizeOf(other).width + width, sizeOf(other).height + height];
            expect(apart(other, w / 2, h / 2)).toBe(true);
          }
        }
      }
});
test("a bubble stays where nothing covers it and hides none of the tiles beside the one it is about", () => {
  const size = { width: 200, height: 44 };
  const room = { left: 0, top: 18, right: 390, bottom: 448 };
  for (const about of [
    { x: 20, y: 20 },
    { x: 380, y: 490 },
    { x: 195, y: 250 },
  ]) {
    // A column of laid tiles, the last of which is wrong.
    const kept = [0, 1, 2].map((i) => ({ x: about.x, y: about.y - 30 * i }));
    const at = bubbleAt(size, about, kept, 28, room);
    expect(at.x).toBeGreaterThanOrEqual(100);
    expect(at.x).toBeLessThanOrEqual(290);
    expect(at.y).toBeGreaterThanOrEqual(40);
    expect(at.y).toBeLessThanOrEqual(426);
    for (const one of kept)
      expect(Math.abs(at.x - one.x) >= 114 || Math.abs(at.y - one.y) >= 36).toBe(true);
  }
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
  camera.fit(fitting(-3, -2, 4, 5));
  const at = { x: 300, y: 200 };
  const before = { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
  camera.zoomAt(at, 1.5);
  expect((at.x - camera.x) / camera.scale).toBeCloseTo(before.x, 6);
  expect((at.y - camera.y) / camera.scale).toBeCloseTo(before.y, 6);
  expect(camera.cellAt(camera.middleOf({ x: 2, y: -1 }))).toEqual({ x: 2, y: -1 });
});
test("what is fitted is in sight, beside what covers the edges", () => {
  const camera = new Camera();
  camera.width = 390;
  camera.height = 500;
  const what = fitting(-10, -4, 12, 9);
  camera.fit(what);
  expect(camera.shows(what.cells)).toBe(true);
  camera.inset = { left: 0, top: 0, right: 60, bottom: 0 };
  expect(camera.shows({ ...what.cells, right: 13 })).toBe(false);
  camera.fit(what);
  expect(camera.shows(what.cells)).toBe(true);
  expect(camera.middleOf({ x: 12, y: 0 }).x).toBeLessThan(330);
  camera.panBy(300, 0);
  expect(camera.shows(what.cells)).toBe(false);
});
test("a turned table is mirrored at its diagonal and fits a narrow frame", () => {
  const camera = new Camera();
  camera.width = 390;
  camera.height = 560;
  const what = fitting(-10, -4, 10, 6);
  const lying = camera.scaleFor(what);
  expect(camera.scaleFor(what, { turned: true })).toBeGreaterThan(1.3 * lying);
  camera.turned = true;
  camera.fit(what);
  expect(camera.shows(what.cells)).toBe(true);
  const [here, below] = [camera.middleOf({ x: 3, y: 2 }), camera.middleOf({ x: 4, y: 2 })];
  expect(below.x).toBeCloseTo(here.x, 6);
  expect(below.y).toBeGreaterThan(here.y);
  expect(camera.cellAt(here)).toEqual({ x: 3, y: 2 });
});
test("what is included is in sight, and nothing moves more than it must", () => {
  const camera = new Camera();
  camera.width = 400;
  camera.height = 400;
  camera.fit(fitting(0, 0, 3, 3));
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
