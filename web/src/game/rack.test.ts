import { expect, test } from "vitest";
import { fromRack, holds, moved, newSlot, shuffled, toRack } from "./rack";

const slots = (text: string) => text.split(" ").map((tile) => newSlot(tile));
const text = (all: { tile: string }[]) => all.map(({ tile }) => tile).join(" ");

test("a rack comes back from the module as it was, with ids for what is new", () => {
  const before = slots("Rc Gs Bd").map((slot, i) => (i < 2 ? { ...slot, cell: `${i},0` } : slot));
  const ids = before.map(({ id }) => id);
  const rack = toRack(before, [ids[1] ?? 0, ids[0] ?? 0]);
  expect(rack.map(({ laid }) => laid)).toEqual([2, 1, 0]);
  const after = fromRack([...rack, { id: 0, tile: "Px", cell: null, fresh: "drawn" }]);
  expect(after.slots.slice(0, 3)).toEqual(before);
  expect(after.laidOrder).toEqual([ids[1], ids[0]]);
  expect(after.slots[3]).toMatchObject({ tile: "Px", fresh: "drawn" });
  expect(new Set(after.slots.map(({ id }) => id)).size).toBe(4);
});
test("whether a hand is the same, whatever its order", () => {
  expect(holds(slots("Rc Gs Rc"), ["Rc", "Rc", "Gs"])).toBe(true);
  expect(holds(slots("Rc Gs Gs"), ["Rc", "Rc", "Gs"])).toBe(false);
});
test("a tile that is dragged goes where it is dropped", () => {
  const hand = slots("Rc Gs Bd");
  expect(text(moved(hand, hand[0]?.id ?? 0, 2))).toBe("Gs Bd Rc");
});
test("shuffling keeps the tiles and changes their order", () => {
  const hand = slots("Rc Gs Bd Yt");
  for (const chance of [0, 0.3, 0.6, 0.999]) {
    const mixed = shuffled(hand, () => chance);
    expect(holds(mixed, ["Rc", "Gs", "Bd", "Yt"])).toBe(true);
    expect(text(mixed)).not.toBe(text(hand));
    expect(mixed.map(({ id }) => id).sort()).toEqual(hand.map(({ id }) => id).sort());
  }
  expect(text(shuffled(slots("Rc Rc")))).toBe("Rc Rc");
});
