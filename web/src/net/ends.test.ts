import { beforeEach, expect, test, vi } from "vitest";
import type { OwnTable, ServerTable } from "./messages";

const stored = new Map<string, string>();
let lookAt: () => Promise<ServerTable | null | undefined>;
let ends: typeof import("./ends.svelte");

const own = { game: "g", code: "ABCD", you: 0, status: "running" } as OwnTable;
const over = {
  status: "ended",
  seats: [{ name: "Ada" }, { name: "Bob" }],
  view: { seats: [{ name: "Ada" }, { name: "Bob" }], history: [] },
  end: { reason: "out", seat: 0 },
  winners: [0],
} as unknown as ServerTable;
const told = () => ends.endedGames().map(({ game }) => game);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  stored.clear();
  vi.resetModules();
  vi.doMock("../game/kept", () => ({
    kept: (key: string) => JSON.parse(stored.get(key) ?? "null") as unknown,
    keep: (key: string, value: unknown) =>
      value === null ? stored.delete(key) : stored.set(key, JSON.stringify(value)),
    laidKey: (game: string) => `sixfold.laid.${game}`,
  }));
  vi.doMock("../game/notices.svelte", () => ({
    notify: () => undefined,
    say: () => undefined,
    sound: () => undefined,
  }));
  vi.doMock("../game/words", () => ({
    botName: String,
    endText: () => "over",
    listed: String,
    outcomeOf: () => "won",
  }));
  vi.doMock("../router.svelte", () => ({ address: () => ({ pathname: "/" }) }));
  vi.doMock("./look", () => ({ lookAt: () => lookAt() }));
  ends = await import("./ends.svelte");
  ends.followEnds([own]);
  stored.set("sixfold.laid.g", "{}");
}, 60_000);

test("the end of a game is told once the server can be asked about it", async () => {
  lookAt = () => Promise.resolve(undefined);
  ends.followEnds([]);
  await settled();
  expect(told()).toEqual([]);
  lookAt = () => Promise.resolve(over);
  ends.followEnds([]);
  await settled();
  expect(told()).toEqual(["g"]);
  ends.dismissEnd("g");
  ends.followEnds([]);
  await settled();
  expect(told()).toEqual([]);
});

test("the end of a game is told once, however often the tables change", async () => {
  lookAt = vi.fn(() => Promise.resolve(over));
  ends.followEnds([]);
  ends.followEnds([]);
  await settled();
  expect(lookAt).toHaveBeenCalledTimes(1);
  expect(told()).toEqual(["g"]);
});

test("what was placed in a game that is over is forgotten", async () => {
  lookAt = () => Promise.resolve(over);
  ends.followEnds([]);
  await settled();
  expect([...stored.keys()]).toEqual([]);
});

test("a visitor who has become somebody else is told nothing", async () => {
  lookAt = () => Promise.resolve(over);
  ends.followEnds([]);
  ends.forgetEnds();
  await settled();
  expect(told()).toEqual([]);
});
