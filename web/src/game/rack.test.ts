import { expect, test } from "vitest";
import { moved, newSlot, reconcile, sorted } from "./rack";

const slots = (text: string) => text.split(" ").map((tile) => newSlot(tile));
const text = (all: { tile: string }[]) => all.map(({ tile }) => tile).join(" ");

test("what is held stays where it is, what comes takes the places that are free", () => {
  const before = slots("Rc Gs Bd Yl Px Ot");
  const after = reconcile(before, ["Bd", "Px", "Rc", "Yl", "Gt", "Gx"], false);
  expect(text(after)).toBe("Rc Gt Bd Yl Px Gx");
  expect(after[0]?.id).toBe(before[0]?.id);
  expect(after.map(({ fresh }) => fresh)).toEqual([null, "drawn", null, null, null, "drawn"]);
});
test("a cube that shows another face stays in its place", () => {
  const before = slots("Rc Gs Gd");
  const after = reconcile(before, ["Rc", "Gd", "Gx"], true);
  expect(text(after)).toBe("Rc Gx Gd");
  expect(after[1]).toMatchObject({ id: before[1]?.id, fresh: "rolled" });
});
test("a hand that shrinks leaves no gap", () => {
  expect(text(reconcile(slots("Rc Gs Bd"), ["Rc", "Bd"], false))).toBe("Rc Bd");
});
test("by colour, by shape, by hand", () => {
  expect(text(sorted(slots("Px Rs Rc Gc"), "colour"))).toBe("Rc Rs Gc Px");
  expect(text(sorted(slots("Px Rs Rc Gc"), "shape"))).toBe("Rc Gc Rs Px");
  const hand = slots("Rc Gs Bd");
  expect(text(moved(hand, hand[0]?.id ?? 0, 2))).toBe("Gs Bd Rc");
});
