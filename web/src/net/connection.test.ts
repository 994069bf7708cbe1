import { beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "./connection.svelte";

class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  readonly sent: Record<string, { id: string; seq: number }>[] = [];
  closing = false;
  constructor() {
    super();
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  /** As without a network: nobody answers. */
  close(): void {
    this.closing = true;
  }
  hear(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  greet(): void {
    this.hear({ hello: { now_ms: 0, grace_ms: 0, rated_grace_ms: 0 } });
  }
  get commands(): { id: string; seq: number }[] {
    return this.sent.flatMap(({ command }) => command ?? []);
  }
  stale(seq: number, ...events: string[]): void {
    const missed = events.map((type) => ({ type }));
    const id = this.commands.at(-1)?.id;
    this.hear({ error: { id, game: "g", code: "stale", seq, missed } });
  }
}
const latest = () => FakeSocket.all.at(-1) as FakeSocket;
/** Lets everything that waits for an answer go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

let browser: EventTarget;
let connection: Connection;
beforeEach(async () => {
  browser = new EventTarget();
  FakeSocket.all = [];
  vi.resetModules();
  vi.stubGlobal("window", { setTimeout: () => 0 });
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("location", { href: "http://here/" });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.doMock("../offline", () => ({ lookForNewer: () => Promise.resolve() }));
  vi.doMock("./ownTables.svelte", () => ({ followTables: () => undefined }));
  ({ connection } = await import("./connection.svelte"));
  connection.open();
  latest().greet();
}, 60_000);

test("a command is sent again after something else has happened at the table", async () => {
  const done = connection.command("g", 5, { pause: {} });
  latest().stale(6, "move-made");
  await settled();
  latest().stale(8, "move-made", "move-made");
  await settled();
  const { commands } = latest();
  expect(commands.map(({ seq }) => seq)).toEqual([5, 6, 8]);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(3);
  latest().hear({ ack: { id: commands.at(-1)?.id, game: "g", seq: 9 } });
  expect(await done).toBeNull();
});

test("a command is not sent again for ever", async () => {
  const done = connection.command("g", 0, { pause: {} });
  for (let seq = 1; seq < 9; ++seq) {
    latest().stale(seq, "move-made");
    await settled();
  }
  expect(await done).toEqual({ code: "stale" });
  expect(latest().commands).toHaveLength(4);
});

test("a move is for the position in which it was made", async () => {
  const moved = connection.command("g", 5, { act: { pass: true } });
  latest().stale(6, "move-made");
  expect(await moved).toEqual({ code: "stale" });
  const taken = connection.command("g", 5, { "take-back": {} });
  latest().stale(6, "move-made");
  expect(await taken).toEqual({ code: "stale" });
  expect(latest().commands).toHaveLength(2);
});

test("whoever gets up as the game begins does not resign", async () => {
  const left = connection.command("g", 5, { leave: {} });
  latest().stale(6, "seed-given", "game-started");
  expect(await left).toEqual({ code: "stale" });
  const resigned = connection.command("g", 6, { leave: {} });
  latest().stale(7, "move-made");
  await settled();
  expect(latest().commands.map(({ seq }) => seq)).toEqual([5, 6, 7]);
  latest().hear({ ack: { id: latest().commands.at(-1)?.id, game: "g", seq: 8 } });
  expect(await resigned).toBeNull();
});

test("without a network, the connection is lost at once, and back with it", async () => {
  const before = latest();
  browser.dispatchEvent(new Event("offline"));
  expect(connection.state).toBe("lost");
  expect(before.closing).toBe(true);
  const done = connection.command("g", 5, { pause: {} });
  browser.dispatchEvent(new Event("online"));
  expect(latest()).not.toBe(before);
  latest().greet();
  expect(connection.state).toBe("open");
  expect(latest().commands).toHaveLength(1);
  // What the old one still says does not count.
  before.dispatchEvent(new Event("close"));
  expect(connection.state).toBe("open");
  latest().hear({ ack: { id: latest().commands[0]?.id, game: "g", seq: 6 } });
  expect(await done).toBeNull();
});

test("what one visitor asked for is not sent as another", async () => {
  const asked = connection.command("g", 5, { pause: {} });
  connection.renew();
  expect(await asked).toEqual({ code: "unreachable" });
  latest().greet();
  expect(FakeSocket.all).toHaveLength(2);
  expect(latest().commands).toEqual([]);
});
