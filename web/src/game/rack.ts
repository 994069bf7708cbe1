// The order in which a player keeps the tiles of the hand. Hands in the rules have no order.
import type { CellText, TileText } from "./types";

export interface Slot {
  id: number;
  tile: TileText;
  /** Where it is placed provisionally. */
  cell: CellText | null;
  /** Came with the last draw, or was rolled. */
  fresh: "drawn" | "rolled" | null;
}

let lastId = 0;
export const newSlot = (tile: TileText, fresh: Slot["fresh"] = null): Slot => ({
  id: ++lastId,
  tile,
  cell: null,
  fresh,
});

/**
 * Keeps tiles that are still held in their places; new tiles take the places of those that are
 * gone, or the end. A cube that shows another face stays in its place.
 */
export function reconcile(slots: Slot[], hand: TileText[], cubes: boolean): Slot[] {
  const coming = [...hand];
  const stays = slots.map((slot) => {
    const at = coming.indexOf(slot.tile);
    if (at >= 0) coming.splice(at, 1);
    return at >= 0;
  });
  const result: Slot[] = [];
  const gaps: number[] = [];
  slots.forEach((slot, i) => {
    if (stays[i]) {
      result.push({ ...slot, fresh: null });
      return;
    }
    const turned = cubes ? coming.findIndex((tile) => tile.charAt(0) === slot.tile.charAt(0)) : -1;
    if (turned >= 0 && slot.cell === null) {
      result.push({ ...slot, tile: coming.splice(turned, 1)[0] ?? slot.tile, fresh: "rolled" });
      return;
    }
    gaps.push(result.length);
  });
  gaps.forEach((at, i) => {
    const tile = coming.shift();
    if (tile !== undefined) result.splice(at + i, 0, newSlot(tile, "drawn"));
  });
  return [...result, ...coming.map((tile) => newSlot(tile, slots.length > 0 ? "drawn" : null))];
}

const order = "ROYGBP";
const shapeOrder = "csdlxt";

export function sorted(slots: Slot[], by: "colour" | "shape"): Slot[] {
  const rank = ({ tile }: Slot) => {
    const colour = order.indexOf(tile.charAt(0));
    const shape = shapeOrder.indexOf(tile.charAt(1));
    return by === "colour" ? colour * 6 + shape : shape * 6 + colour;
  };
  return slots.toSorted((a, b) => rank(a) - rank(b));
}

export function moved(slots: Slot[], id: number, to: number): Slot[] {
  const slot = slots.find((one) => one.id === id);
  if (!slot) return slots;
  const rest = slots.filter((one) => one.id !== id);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, slot);
  return rest;
}
