import { expect, test } from "vitest";
import {
  composedOf,
  emptyPosition,
  questionOf,
  tileAt,
  withDisc,
  withSeats,
  withTile,
  withTurn,
  withSeat,
} from "./composed";
import { viewOf } from "./positions";
import { editionNamed } from "./types";

const base = emptyPosition(editionNamed("base"));
const select = emptyPosition(editionNamed("select"));

test("a tile is placed, replaced and taken away", () => {
  const placed = withTile(withTile(base, "0,0", "Rc"), "0,0", "Gs");
  expect(placed.tiles).toEqual(["Gs@0,0"]);
  expect(tileAt(placed, "0,0")).toBe("Gs");
  expect(withTile(placed, "0,0", null).tiles).toEqual([]);
});

test("a tile takes the disc of its cell, which can be put back when it has gone", () => {
  const star = select.stars[0] ?? "";
  const covered = withTile(select, star, "Rc");
  expect(covered.stars).not.toContain(star);
  expect(withDisc(covered, star)).toBe(covered);
  const free = withTile(covered, star, null);
  expect(free.stars).not.toContain(star);
  expect(withDisc(free, star).stars).toContain(star);
  expect(withDisc(select, star).stars).not.toContain(star);
  expect(withDisc(select, "0,0")).toBe(select);
});

test("the known hand is that of whoever is to move", () => {
  const own = withSeat(base, 0, { hand: ["Rc", "Rs"] });
  const passed = withTurn(own, 1);
  expect(passed.seats[1]?.hand).toEqual(["Rc", "Rs"]);
  expect(passed.seats[0]).toMatchObject({ hand: [], held: 2 });
  const cubes = withSeat(emptyPosition(editionNamed("cubes")), 0, { hand: ["Rc"] });
  expect(withTurn(cubes, 1).seats[0]?.hand).toEqual(["Rc"]);
});

test("a player who leaves passes the turn and the hand on", () => {
  const three = withTurn(withSeat(withSeats(base, 3), 0, { hand: ["Rc"] }), 2);
  const two = withSeats(three, 2);
  expect(two.seats).toHaveLength(2);
  expect(two.turn).toBe(0);
  expect(two.seats[0]?.hand).toEqual(["Rc"]);
});

test("only what is known is asked about", () => {
  const names = ["a", "b"];
  const { seats, ...question } = questionOf(withSeat(base, 0, { hand: ["Rc"] }), {
    names,
    seed: 1,
  });
  expect(seats.map((seat) => "hand" in seat)).toEqual([true, false]);
  expect("bag" in question).toBe(false);
  const cubes = emptyPosition(editionNamed("cubes"));
  expect(questionOf(cubes, { names, seed: 1 }).seats.every((seat) => "hand" in seat)).toBe(true);
});

test("a view is composed again as it was", () => {
  const view = viewOf({
    variant: "base",
    tiles: ["Rc@0,0"],
    hand: ["Rs", "Gs", "Gd", "Bl", "Yx", "Pt"],
    scores: [5, 7],
  });
  const composed = composedOf(view, "classic");
  expect(composed).toMatchObject({
    edition: "base",
    tiles: ["Rc@0,0"],
    turn: 0,
    bag: null,
    rolled: false,
  });
  expect(composed.seats.map(({ score }) => score)).toEqual([5, 7]);
  expect(composed.seats[0]?.hand).toEqual(view.hand);
  expect(composed.seats[1]).toMatchObject({ held: 6, hand: [] });
  expect(composedOf({ ...view, bag: 4 }, "classic").bag).toBe(4);
  expect(composedOf({ ...view, bag: 4 }, "star-wars").edition).toBe("star-wars");
});

test("a tile that was taken up lies on its cell again, with its disc in the hand", () => {
  const { board } = editionNamed("select");
  if (!board) throw new Error("there is no board");
  const view = viewOf({
    variant: "select",
    board,
    stars: board.stars.slice(1),
    tiles: ["Rc@7,7"],
    hand: ["Rs", "Gs", "Gd", "Bl", "Yx", "Pt", "Rd"],
    barred: "Rd@8,7",
  });
  const composed = composedOf(view, "classic");
  expect(composed.tiles).toEqual(["Rc@7,7", "Rd@8,7"]);
  expect(composed.seats[0]).toMatchObject({ discs: 1 });
  expect(composed.seats[0]?.hand).toHaveLength(6);
  expect(composed.board?.stars).toEqual(board.stars);
  expect(composed.stars).toEqual(board.stars.slice(1));
});
