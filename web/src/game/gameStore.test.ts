import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptGame, Save } from "./gameStore";

beforeEach(() => {
  vi.useFakeTimers();
  // Some browsers never answer.
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  vi.doMock("./kept", () => ({ kept: () => null, keep: () => undefined }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a disk that never answers is a disk that is missing", async () => {
  const { allGames, readGame, writeGame } = await import("./gameStore");
  const game = { id: "a", revision: 1 } as KeptGame;
  const save: Save = { id: "a", text: "saved", record: null };
  let games: KeptGame[] | null = null;
  void allGames().then((all) => (games = all));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(games).toEqual([]);
  // From now on, nobody waits for it.
  let stored = "";
  void writeGame(game, save).then((where) => (stored = where));
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toBe("memory");
  expect((await readGame("a"))?.save).toEqual(save);
}, 60_000);
