// The tiles of the hand on the screen. Their order is for the module to decide, except where a player
// drags them.
import type { CellText, RackSlot, TileText } from "./types";

export interface Slot {
  id: number;
  tile: TileText;
  /** Where it is placed provisionally. */
  cell: CellText | null;
  /** Came with the last draw, or was rolled. */
  fresh: "drawn" | "rolled" | null;
}

let lastId = 0;
export const newSlot = (tile: TileText): Slot => ({ id: ++lastId, tile, cell: null, fresh: null });

/** As the module reads it; `laidOrder`: the placed slots, first one first. */
export const toRack = (slots: Slot[], laidOrder: number[]): RackSlot[] =>
  slots.map(({ id, tile, cell }) => ({ id, tile, cell, laid: laidOrder.indexOf(id) + 1 }));

/** The slots and the order in which tiles were placed, as the module answered. */
export function fromRack(rack: RackSlot[]): { slots: Slot[]; laidOrder: number[] } {
  const slots = rack.map(({ id, tile, cell, fresh }) => ({
    id: id || ++lastId,
    tile,
    cell,
    fresh: fresh ?? null,
  }));
  const laidOrder = slots
    .map(({ id, cell }, i) => ({ id, cell, laid: rack[i]?.laid ?? 0 }))
    .filter(({ cell }) => cell !== null)
    .sort((a, b) => a.laid - b.laid)
    .map(({ id }) => id);
  return { slots, laidOrder };
}

/** Whether the slots hold exactly these tiles. */
export const holds = (slots: Slot[], hand: TileText[]) =>
  slots
    .map(({ tile }) => tile)
    .sort()
    .join() === [...hand].sort().join();

/** The slots that these tiles are in, each tile in another one. */
export function slotsOf(slots: Slot[], tiles: TileText[]): Set<number> {
  const found = new Set<number>();
  for (const tile of tiles) {
    const slot = slots.find((one) => one.tile === tile && !found.has(one.id));
    if (slot) found.add(slot.id);
  }
  return found;
}

export function moved(slots: Slot[], id: number, to: number): Slot[] {
  const slot = slots.find((one) => one.id === id);
  if (!slot) return slots;
  const rest = slots.filter((one) => one.id !== id);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, slot);
  return rest;
}

/** In another order by chance; the same one only if there is no other. */
export function shuffled(slots: Slot[], random = Math.random): Slot[] {
  const order = (all: Slot[]) => all.map(({ tile }) => tile).join();
  if (new Set(slots.map(({ tile }) => tile)).size < 2) return slots;
  const mixed = [...slots];
  for (let i = mixed.length - 1; i > 0; --i) {
    const other = Math.floor(random() * (i + 1));
    [mixed[i], mixed[other]] = [mixed[other] as Slot, mixed[i] as Slot];
  }
  return order(mixed) === order(slots) ? [...mixed.slice(1), ...mixed.slice(0, 1)] : mixed;
}
