// The module that reads photos, on tables drawn here.
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPhoto } from "./loader.mjs";
import { pictureOf } from "./tables.mjs";

const photo = await loadPhoto();

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
  assert.ok(Math.hypot(x - 360 - 44, y - 280) < 4, `${x},${y}`);
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
  assert.equal(
    code({ variant: "base", tiles: [] }, { rgba: [], width: 0, height: 0 }),
    "too_small",
  );
  assert.equal(code({ variant: "connect", tiles: [] }), "no_board");
  assert.equal(code({ variant: "select", tiles: [] }), "no_board");
  assert.equal(
    code({ variant: "base", tiles: ["Gc@0,0", "Yc@1,0", "Ys@1,1", "Gs@2,1", "Gd@2,2"] }),
    "other_table",
  );
  assert.ok(code({ variant: "chess", tiles: [] }));
  assert.ok(code({ variant: "base" }));
  assert.ok(code({ variant: "base", tiles: ["Rc"] }));
  assert.equal(code({ variant: "base", tiles: [] }, { rgba: [], width: 9000, height: 1 }), "size");
});
