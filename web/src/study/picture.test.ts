import { expect, test } from "vitest";
import { pictureOf, type Picture } from "./picture";

const picture: Picture = {
  tiles: [
    { cell: "0,0", tile: "Rc", state: "lying" },
    { cell: "1,0", tile: "Bs", state: "played", tone: "bad" },
    { cell: "0,1", tile: "Gd", state: "better" },
  ],
  theme: "classic",
  cube: false,
  pills: [{ key: "1", text: "+7", six: false, extra: 0, cells: ["0,0", "1,0"] }],
  seats: [
    { name: "Ann & Ben <3", score: 34 },
    { name: "Cy", score: 27 },
  ],
  caption: "Ann & Ben <3",
};

test("a picture needs nothing from the page", () => {
  const { svg } = pictureOf(picture, (name) => `c${name}`);
  expect(svg).not.toMatch(/var\(|class=/);
  expect(svg).toContain("Ann &amp; Ben &lt;3");
  for (const paint of ["c--R", "c--B", "c--G", "c--bad", "c--cloth"]) expect(svg).toContain(paint);
  expect(svg).toContain(">+7<");
  expect(svg).toContain("Ann &amp; Ben &lt;3 34  ·  Cy 27");
  // Only the other move is faint and in a dashed frame.
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg.match(/opacity="0.65"/g)).toHaveLength(1);
});

test("pictures of the turns of a game have the same size", () => {
  const bounds = { left: -4, top: -2, right: 6, bottom: 5 };
  const of = (tiles: Picture["tiles"], caption: string) =>
    pictureOf({ ...picture, tiles, pills: [], caption, bounds }, () => "#000").size;
  expect(of(picture.tiles, "Turn 2")).toEqual(of([], "Before the first turn"));
});

test("long words become smaller, and points stay within the picture", () => {
  const { svg, size } = pictureOf({ ...picture, caption: "W".repeat(80) }, () => "#000");
  const sizes = [...svg.matchAll(/font-size="(\d+)"/g)].map((match) => Number(match[1]));
  expect(Math.min(...sizes)).toBeLessThan(20);
  const view = /viewBox="([^"]*)"/.exec(svg)?.[1]?.split(" ").map(Number) ?? [];
  const [left = 0, top = 0] = view;
  const pill = /<rect x="([-\d.]+)" y="([-\d.]+)" width="66" height="42"/.exec(svg);
  expect(Number(pill?.[1])).toBeGreaterThan(left);
  expect(Number(pill?.[1]) + 66).toBeLessThan(left + size.right);
  expect(Number(pill?.[2])).toBeGreaterThan(top);
  expect(Number(pill?.[2]) + 42).toBeLessThan(top + size.bottom);
});

test("a picture of a board shows all of it", () => {
  const board = { size: [8, 6] as [number, number], stars: ["1,1"], starts: [], bonus: [] };
  const { svg, size } = pictureOf({ ...picture, board }, () => "#000");
  expect(svg).toContain("★");
  expect(size.right).toBeGreaterThan(8 * 104);
  expect(size.bottom).toBeGreaterThan(6 * 104);
});
