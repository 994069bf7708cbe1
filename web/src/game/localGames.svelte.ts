// The local games of this device, running and finished: a list that follows what any tab stores.
import {
  allGames,
  deleteGame,
  onChange,
  writeGame,
  type KeptGame,
  type Standing,
} from "./gameStore";
import { Asker, rules, RulesError, type LocalPlan } from "./rules";
import type { RunningGame } from "./running";
import { keep, kept, laidKey } from "./kept";
import type { LocalTable } from "./types";
import { botName } from "./words";

let list = $state.raw<readonly KeptGame[]>([]);
let known = $state(false);

onChange(({ id, game }) => {
  list = [...list.filter((one) => one.id !== id), ...(game ? [game] : [])];
});

export const isRunning = ({ standing }: KeptGame) => standing.winners === null;

/** All of them, the latest first. */
export const localGames = (): readonly KeptGame[] => list.toSorted((a, b) => b.at - a.at);
/** Whether the list has been read. */
export const localGamesKnown = () => known;

/** The first seat of a person. */
export const ownSeat = ({ plan }: KeptGame) =>
  Math.max(
    0,
    plan.seats.findIndex(({ bot }) => !bot),
  );

/** Bots in the visitor's language, whichever it was when the game began, with their number. */
const nameOf = ({ name, bot }: LocalPlan["seats"][number]) =>
  bot ? botName(bot) + (/ (\d+|[A-D])$/.exec(name)?.[0] ?? "") : name;

export const localRunning = (): RunningGame[] =>
  localGames()
    .filter(isRunning)
    .map((game) => {
      const { id, plan, standing, at } = game;
      const seat = ownSeat(game);
      const mover = plan.seats[standing.turn];
      const shared = plan.seats.filter(({ bot }) => !bot).length > 1;
      return {
        id,
        href: `/game/${id}`,
        local: true,
        variant: plan.variant,
        theme: plan.theme,
        opponents: plan.seats.filter((_, i) => shared || i !== seat).map(nameOf),
        shared,
        yourTurn: standing.waits,
        withPeople: false,
        paused: false,
        turnOf: mover ? nameOf(mover) : null,
        points: standing.points,
        seat,
        deadline: null,
        at,
      };
    });

export function standingOf({ view, bot, end, winners }: LocalTable, turns: number): Standing {
  return {
    points: view.seats.map(({ score }) => score),
    turn: view.turn,
    waits: !end && bot === "",
    turns,
    winners: end ? (winners ?? []) : null,
  };
}

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join(
    "",
  );

export async function dropGame(id: string): Promise<void> {
  await deleteGame(id);
  keep(laidKey(id), null);
}

// Earlier versions kept one game, in localStorage.
const slotKey = "sixfold.game";
/** The text of one that could not be read. */
const refusedKey = "sixfold.game.refused";
const slotLaidKey = "sixfold.laid.local";
interface Slot {
  game: string;
  plan: LocalPlan;
  /** The seat whose hand was shown last, if the game itself does not say so. */
  revealed?: number | null;
  counted?: boolean;
}

async function carryOver(): Promise<void> {
  const slot = kept<Slot>(slotKey);
  if (!slot) return;
  const asker = new Asker();
  try {
    const table = await rules.games(asker).open(slot.game, { revealed: slot.revealed ?? null });
    const { head = "", turns, tail } = table.saved;
    const id = newId();
    const at = Date.now();
    const stored = await writeGame(
      {
        id,
        plan: slot.plan,
        revision: 1,
        begun: at,
        at,
        hinted: false,
        counted: slot.counted ?? false,
        standing: standingOf(table, turns.length),
      },
      { id, text: `${head}${turns.join(",")}${tail}`, record: table.record ?? null },
    );
    // What is only in memory is gone when the page is left.
    if (stored !== "disk") return;
    keep(laidKey(id), kept<unknown>(slotLaidKey));
    keep(slotLaidKey, null);
    keep(slotKey, null);
  } catch (error) {
    // If the module itself fails, that says nothing about the game.
    if (!(error instanceof RulesError) || error.refusal.code === "module") return;
    keep(refusedKey, slot);
    if (kept(refusedKey)) keep(slotKey, null);
  } finally {
    asker.close();
  }
}

async function read(): Promise<void> {
  const found = await allGames();
  list = [...found.filter(({ id }) => !list.some((one) => one.id === id)), ...list];
  // Two tabs that are opened at once must not both carry it over.
  if (kept(slotKey))
    await ("locks" in navigator ? navigator.locks.request(slotKey, carryOver) : carryOver());
  known = true;
}
/** When the list has been read. */
export const ready = read().catch(() => {
  known = true;
});

/** The game that `/game` leads to: the latest one that is running or, if none is, the latest. */
export async function latestGame(): Promise<string | null> {
  await ready;
  const all = localGames();
  return (all.find(isRunning) ?? all[0])?.id ?? null;
}
