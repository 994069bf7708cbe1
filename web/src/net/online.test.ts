import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OnlineSession } from "./online.svelte";
import type { Command, TableMessage } from "./protocol";

const sealed: Command[] = [];
let ontable: (table: TableMessage) => void;
let seal: () => Promise<string>;
let session: OnlineSession;

const waiting = {
  game: "g",
  seq: 3,
  status: "waiting",
  commitment: "c",
  you: 0,
  seats: [{ name: "Ada" }],
  plan: { clock: { kind: "none", seconds: 0, increment: 0 } },
} as unknown as TableMessage;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("window", {
    setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
  });
  vi.doMock("../game/settings.svelte", () => ({ settings: { brisk: true } }));
  vi.doMock("../game/kept", () => ({
    kept: () => null,
    keep: () => undefined,
    laidKey: String,
  }));
  vi.doMock("../game/rules", () => ({
    rules: { hintsAllowed: () => Promise.reject(new Error("gone")), seal: () => seal() },
  }));
  vi.doMock("./connection.svelte", () => ({
    connection: {
      watch: (_: string, tell: typeof ontable) => {
        ontable = tell;
        return () => undefined;
      },
      command: (_game: string, _seq: number, what: Command) => {
        sealed.push(what);
        return Promise.resolve(null);
      },
    },
  }));
  sealed.length = 0;
  session = new (await import("./online.svelte")).OnlineSession("g");
}, 60_000);
afterEach(() => {
  vi.useRealTimers();
});

test("a seed that could not be sealed is sealed later", async () => {
  seal = () => Promise.reject(new Error("the worker is gone"));
  ontable(waiting);
  await vi.advanceTimersByTimeAsync(1);
  expect(sealed).toEqual([]);
  seal = () => Promise.resolve("s");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sealed).toEqual([{ seal: { seal: "s" } }]);
});

test("nothing is sealed at a table that was left", async () => {
  seal = () => Promise.reject(new Error("the worker is gone"));
  ontable(waiting);
  await vi.advanceTimersByTimeAsync(1);
  session.close();
  seal = () => Promise.resolve("s");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sealed).toEqual([]);
});
