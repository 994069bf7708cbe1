import { beforeEach, expect, test, vi } from "vitest";
import type { Change, KeptGame, Save } from "./gameStore";
import type { LocalSession } from "./local.svelte";
import type { LocalPlan } from "./rules";
import type { LocalTable, Refusal } from "./types";

/** A worker knows only the games that it has opened, and loses them if it fails. */
let open: number | null;
let last = 0;
/** How many questions fail from now on. */
let failing: number;
let opened: { saved: string; covered?: boolean }[];
let bots: number;
let stored: { game: KeptGame; save: Save } | null;
let tellChange: (change: Change) => void;
let moduleFailed: () => boolean;
let Local: typeof LocalSession;

class RulesError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}
const table = (): LocalTable =>
  ({
    game: open,
    bots: ["", "casual"],
    bot: bots > 0 ? "casual" : "",
    you: 0,
    covered: null,
    view: { seats: [{ name: "Ada" }, { name: "Bot" }], turn: 0, history: [] },
    turns: 0,
    scores: [],
    saved: { head: "saved", turns: [], tail: ";" },
  }) as unknown as LocalTable;
function answer(game: number | null): Promise<LocalTable> {
  if (failing > 0) {
    --failing;
    open = null;
    return Promise.reject(new RulesError({ code: "module" }));
  }
  if (game !== null && game !== open) return Promise.reject(new RulesError({ code: "game" }));
  return Promise.resolve(table());
}
const games = {
  begin: () => {
    open = ++last;
    return answer(null);
  },
  open: (saved: string, { covered }: { covered?: boolean } = {}) => {
    opened.push({ saved, ...(covered === undefined ? {} : { covered }) });
    open = ++last;
    return answer(null);
  },
  act: (game: number) => answer(game),
  reveal: (game: number) => answer(game),
  close: () => Promise.resolve(null),
  bot: (game: number) => {
    if (game === open && failing === 0) --bots;
    return answer(game);
  },
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const plan = { seats: [{ name: "Ada" }, { name: "Bot", bot: "casual" }] } as LocalPlan;

beforeEach(async () => {
  failing = 0;
  opened = [];
  bots = 0;
  stored = null;
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.doMock("./settings.svelte", () => ({ settings: { brisk: true } }));
  vi.doMock("./kept", () => ({ kept: () => null, keep: () => undefined, laidKey: String }));
  vi.doMock("./history", () => ({}));
  vi.doMock("./localGames.svelte", () => ({ newId: () => "a", standingOf: () => ({}) }));
  vi.doMock("./gameStore", () => ({
    isUnsaved: () => false,
    onChange: (tell: typeof tellChange) => {
      tellChange = tell;
      return () => undefined;
    },
    readGame: () => Promise.resolve(stored),
    writeGame: (game: KeptGame, save: Save) => {
      stored = { game, save };
      return Promise.resolve("disk");
    },
  }));
  vi.doMock("./rules", () => ({
    RulesError,
    Asker: class {
      restart(): void {
        open = null;
      }
      close(): void {
        open = null;
      }
    },
    rules: { games: () => games },
  }));
  ({ LocalSession: Local } = await import("./local.svelte"));
  ({ moduleFailed } = await import("./moduleState.svelte"));
}, 60_000);

test("a bot whose worker fails plays in another one", async () => {
  bots = 2;
  const session = await Local.begin(plan);
  failing = 1;
  session.start();
  await settled();
  expect(bots).toBe(0);
  expect(opened).toEqual([{ saved: "saved;" }]);
  expect(moduleFailed()).toBe(false);
  session.close();
});
test("a move whose worker has failed is made in another one", async () => {
  const session = await Local.begin(plan);
  session.start();
  open = null;
  expect(await session.act({ pass: true })).toBeNull();
  expect(opened).toHaveLength(1);
  session.close();
});
test("if every worker fails, the visitor is told, and can try again", async () => {
  bots = 1;
  const session = await Local.begin(plan);
  failing = 9;
  session.start();
  await settled();
  expect(moduleFailed()).toBe(true);
  failing = 0;
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(bots).toBe(0);
  expect(moduleFailed()).toBe(false);
  session.close();
});
test.each([1, 2])("what another tab did is shown, covered if %i people play", async (people) => {
  const seats = plan.seats.map((seat, i) => (i < people ? { name: seat.name } : seat));
  const session = await Local.begin({ ...plan, seats });
  session.start();
  if (stored) stored = { ...stored, game: { ...stored.game, revision: 7 } };
  tellChange({ id: "a", game: stored?.game ?? null });
  await settled();
  expect(opened).toEqual([{ saved: "saved;", covered: people > 1 }]);
  session.close();
});
