// The module that reads photos, on tables drawn here.
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPhoto } from "./loader.mjs";

const photo = await loadPhoto();

const inks = { R: [214, 40, 48], O: [240, 120, 40], Y: [240, 205, 40], G: [40, 150, 70] };
const inside = {
  c: (u, v) => Math.hypot(u, v) < 0.33,
  s: (u, v) => Math.max(Math.abs(u), Math.abs(v)) < 0.285,
  d: (u, v) => Math.abs(u) + Math.abs(v) < 0.37,
};
const side = 48;

/** A picture of these tiles, the cell 0,0 at the given place. */
function pictureOf(tiles, { width = 480, height = 360, left = 96, top = 96 } = {}) {
  const rgba = new Uint8Array(4 * width * height);
  const cells = new Map(tiles.map((text) => text.split("@").reverse()));
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const [column, row] = [x - left, y - top].map((z) => Math.floor(z / side));
      const [u, v] = [x - left - column * side, y - top - row * side].map((z) => z / side - 0.5);
      const tile = cells.get(`${column},${row}`);
      let ink = [190, 160, 120];
      if (tile && Math.max(Math.abs(u), Math.abs(v)) < 0.48)
        ink = inside[tile[1]](u, v) ? inks[tile[0]] : [30, 28, 28];
      rgba.set([...ink, 255], 4 * (y * width + x));
    }
  return { rgba, width, height };
}

const added = ({ tiles }) => tiles.filter((tile) => tile.move).map(({ tile }) => tile);

test("a move is found in the cells of the table that is known", () => {
  const known = ["Rc@7,-3", "Rs@8,-3"];
  const answer = photo(
    { variant: "base", tiles: known },
    pictureOf(["Rc@0,0", "Rs@1,0", "Rd@2,0"]),
  );
  assert.deepEqual(added(answer), ["Rd@9,-3"]);
  assert.equal(answer.missing, 0);
  assert.equal(answer.illegal, undefined);
  const [fresh] = answer.tiles.filter((tile) => tile.new);
  assert.equal(fresh.likely[0], "Rd");
  assert.equal(fresh.doubtful, false);
  // Its outline is where it was drawn.
  const [x, y] = [0, 1].map((i) => (fresh.corners[0][i] + fresh.corners[2][i]) / 2);
  assert.ok(Math.hypot(x - 96 - 2.5 * side, y - 96 - 0.5 * side) < 4, `${x},${y}`);
});

test("the first move needs nothing known", () => {
  const answer = photo({ variant: "base", tiles: [] }, pictureOf(["Rc@1,1", "Gc@2,1", "Yc@3,1"]));
  assert.deepEqual(added(answer), ["Rc@0,0", "Gc@1,0", "Yc@2,0"]);
  assert.equal(answer.illegal, undefined);
});

test("an illegal move says why", () => {
  const answer = photo(
    { variant: "base", tiles: ["Rc@0,0", "Rs@1,0"] },
    pictureOf(["Rc@0,0", "Rs@1,0", "Gd@2,0"]),
  );
  assert.deepEqual(added(answer), ["Gd@2,0"]);
  assert.ok(answer.illegal.reason);
});

test("what cannot be used is refused", () => {
  const picture = pictureOf(["Rc@0,0", "Rs@1,0"]);
  const code = (question, given = picture) => photo(question, given).error?.code;
  assert.equal(code({ variant: "base", tiles: [] }, pictureOf([])), "no_tiles");
  assert.equal(code({ variant: "base", tiles: [] }, { rgba: [], width: 0, height: 0 }), "too_small");
  assert.equal(code({ variant: "connect", tiles: [] }), "no_board");
  assert.equal(code({ variant: "select", tiles: [] }), "no_board");
  assert.equal(
    code({ variant: "base", tiles: ["Gc@0,0", "Yc@1,0", "Ys@1,1", "Gs@2,1", "Gd@2,2"] }),
    "other_table",
  );
  assert.ok(code({ variant: "chess", tiles: [] }));
  assert.ok(code({ variant: "base" }));
  assert.ok(code({ variant: "base", tiles: ["Rc"] }));
  assert.equal(
    code({ variant: "base", tiles: [] }, { rgba: [], width: 9000, height: 1 }),
    "size",
  );
});
