import { beforeEach, expect, test, vi } from "vitest";
import type { ReviewedAct } from "../game/types";
import type { Room } from "./room.svelte";
import type { Study } from "./study.svelte";

interface Answer {
  turn: number;
  give: (answer: { acts: ReviewedAct[] }) => void;
}
let asked: Answer[];
let answered: (answer: unknown) => void;
let study: Study;
let room: Room;
const clear = vi.fn(() => Promise.resolve());

const move = { act: { pass: true }, chances: [1, 0], points: 0 };
const actOf = (turn: number) =>
  ({
    turn,
    seat: 0,
    view: { turn: 0 },
    candidates: [move],
    played: move,
    skill: [],
  }) as unknown as ReviewedAct;
const settled = () => new Promise((resolve) => setTimeout(resolve));
/** Answers to so many turns of the review that is under way. */
async function review(turns: number): Promise<void> {
  for (let i = 0; i < turns; ++i) {
    const one = asked.shift();
    one?.give({ acts: [actOf(one.turn)] });
    await settled();
  }
}

const record = JSON.stringify({ players: [], turns: [0, 1, 2, 3, 4].map((seat) => ({ seat })) });

beforeEach(async () => {
  asked = [];
  clear.mockClear();
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
  const later = () => new Promise((resolve) => (answered = resolve));
  vi.doMock("../game/kept", () => ({ kept: () => null, keep: () => undefined }));
  vi.doMock("../game/desk.svelte", () => ({
    Desk: class {
      laying = { laid: [], clear, setMode: () => undefined };
    },
  }));
  vi.doMock("../game/laying.svelte", () => ({ Laying: Object }));
  vi.doMock("./playOn", () => ({
    PlayOn: class {
      answer = later;
      act = later;
    },
  }));
  vi.doMock("../game/rules", () => ({
    RulesError: Error,
    Asker: class {
      close(): void {
        asked = [];
      }
    },
    rules: {
      replay: () => Promise.resolve({ turns: 5, view: { seats: [{}, {}] } }),
      reviewTurn: (_asker: unknown, _record: string, turn: number) =>
        new Promise((give) => asked.push({ turn, give })),
      judge: later,
    },
  }));
  study = new (await import("./study.svelte")).Study(record);
  room = new (await import("./room.svelte")).Room(study);
  study.think(100);
  await settled();
  await review(5);
  study.goTo(1);
}, 60_000);

test("the list of moves never becomes shorter while the game is reviewed again", async () => {
  expect(study.acts).toHaveLength(5);
  study.think(1000);
  await settled();
  await review(3);
  expect(study.review?.done).toBe(3);
  expect(study.acts).toHaveLength(5);
  await review(2);
  expect(study.shown).toBe(study.review);
  expect(study.acts).toHaveLength(5);
});

const line = { after: 1, turns: [{ seat: 0, pass: true as const }] };

test("a bot's answer leads to the end of its line", async () => {
  const done = room.perform({ level: "expert" });
  answered({ line, steps: [], view: {}, end: null });
  await done;
  expect(study.branch?.line).toEqual(line);
  expect(clear).toHaveBeenCalledTimes(1);
});
test("a bot's answer leaves those alone who have gone elsewhere", async () => {
  const done = room.perform({ level: "expert" });
  study.goTo(3);
  answered({ line, steps: [], view: {}, end: null });
  await done;
  expect(study.lines).toEqual([line]);
  expect(study.branch).toBeNull();
  expect(study.at).toBe(3);
  expect(clear).not.toHaveBeenCalled();
  expect(room.busy).toBe(false);
});
test("a judged move leaves those alone who have gone elsewhere", async () => {
  room.start("try");
  clear.mockClear();
  const done = room.perform({ pass: true });
  study.goTo(3);
  answered(actOf(2));
  await done;
  expect(room.mode).toBe("try");
  expect(clear).not.toHaveBeenCalled();
  expect(study.tries).toEqual([]);
  study.goTo(1);
  expect(study.tries).toHaveLength(1);
});

test("a record without turns is a position to play on from, wherever one goes", async () => {
  const { Study: Made } = await import("./study.svelte");
  const position = new Made('{"players":[],"turns":[]}');
  expect(position.isPosition).toBe(true);
  expect(position.atTip).toBe(true);
  position.goTo(3);
  position.back();
  position.first();
  expect(position.branch?.line).toEqual({ after: 0, turns: [] });
  expect(study.isPosition).toBe(false);
});
