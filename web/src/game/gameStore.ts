// The local games on this device's disk: IndexedDB, or memory as long as that does not work. Two tabs
// may have the same game open; a game is stored only on top of the state that the tab has seen.
import { beforeReload } from "../offline";
import type { LocalPlan } from "./rules";
import { keep, kept } from "./kept";

/** How a game stands, for lists that do not open it. */
export interface Standing {
  /** Points by seat. */
  points: number[];
  /** The seat to move. */
  turn: number;
  /** Whether a person is to move. */
  waits: boolean;
  turns: number;
  /** Null while the game is running. */
  winners: number[] | null;
}

export interface KeptGame {
  id: string;
  plan: LocalPlan;
  /** How often it has been stored. */
  revision: number;
  begun: number;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** Whether a hint was asked for. */
  hinted: boolean;
  /** Whether the finished game is included in the statistics. */
  counted: boolean;
  standing: Standing;
}

/** What opens a game again. */
export interface Save {
  id: string;
  text: string;
  /** Once it is over. */
  record: string | null;
}

/** `game` is null if it was deleted. */
export interface Change {
  id: string;
  game: KeptGame | null;
}

const name = "sixfold";
const version = 1;
const stores = ["games", "saves"];
const askedKey = "sixfold.persist";

/** Some browsers never answer, or only after another tab has been closed. */
const answerMs = 5000;
let isSilent = false;
/** Rejects if there is no answer; once that has happened, nobody waits for it again. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      isSilent = true;
      reject(new Error("IndexedDB does not answer"));
    };
    const timer = setTimeout(giveUp, isSilent ? 0 : answerMs);
    answer
      .then((value) => {
        isSilent = false;
        resolve(value);
      }, reject)
      .finally(() => clearTimeout(timer));
  });

let connection: Promise<IDBDatabase> | null = null;
function connect(): Promise<IDBDatabase> {
  const opening = (connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  }));
  opening.catch(() => (connection = null));
  return inTime(opening);
}
/** Browsers may close a connection at any time; then another one is opened. */
async function transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
  try {
    return (await connect()).transaction(stores, mode);
  } catch (error) {
    if (isSilent) throw error;
    connection = null;
    return (await connect()).transaction(stores, mode);
  }
}

/** What could not be stored, and the revision on the disk that it follows. */
interface Unsaved {
  game: KeptGame;
  save: Save;
  after: number;
}
const memory = new Map<string, Unsaved>();

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

// What one tab stores, the others hear.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sixfold.games") : null;
const listeners = new Set<(change: Change) => void>();
const tell = (change: Change) => {
  for (const listener of listeners) listener(change);
};
channel?.addEventListener("message", ({ data }: MessageEvent<Change>) => tell(data));

/** Hears of every game that any tab stores or deletes; returns what ends that. */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function changed(change: Change): void {
  tell(change);
  channel?.postMessage(change);
}

/** Whether a game is only in memory. */
export const isUnsaved = (id: string) => memory.has(id);

/** All that can be read. */
export async function allGames(): Promise<KeptGame[]> {
  const unsaved = [...memory.values()].map(({ game }) => game);
  const stored = await transaction("readonly")
    .then((both) => resultOf<KeptGame[]>(both.objectStore("games").getAll()))
    .catch(() => []);
  return [...stored.filter(({ id }) => !memory.has(id)), ...unsaved];
}

export async function readGame(id: string): Promise<{ game: KeptGame; save: Save } | null> {
  const unsaved = memory.get(id);
  if (unsaved) return unsaved;
  const both = await transaction("readonly");
  const [game, save] = await Promise.all([
    resultOf<KeptGame | undefined>(both.objectStore("games").get(id)),
    resultOf<Save | undefined>(both.objectStore("saves").get(id)),
  ]);
  return game && save ? { game, save } : null;
}

/** False, and nothing is stored, unless the game on the disk has this revision; 0 if it has none. */
async function writeToDisk(game: KeptGame, save: Save, after: number): Promise<boolean> {
  const both = await transaction("readwrite");
  return new Promise((resolve, reject) => {
    let fits = false;
    both.oncomplete = () => resolve(fits);
    both.onabort = () => reject(both.error ?? new Error("IndexedDB"));
    const games = both.objectStore("games");
    const before = games.get(game.id) as IDBRequest<KeptGame | undefined>;
    before.onsuccess = () => {
      fits = (before.result?.revision ?? 0) === after;
      if (!fits) return;
      games.put(game);
      both.objectStore("saves").put(save);
    };
  });
}

/** Asks the browser once not to clear the games when it needs room. */
function askToPersist(): void {
  if (kept(askedKey) || !("storage" in navigator)) return;
  keep(askedKey, true);
  navigator.storage.persist().catch(() => undefined);
}

/**
 * Where it is stored now: in memory, until the page is left, if the disk is full or missing; nowhere
 * if another tab has stored or deleted the game meanwhile.
 */
export async function writeGame(
  game: KeptGame,
  save: Save,
): Promise<"disk" | "memory" | "nowhere"> {
  const after = memory.get(game.id)?.after ?? game.revision - 1;
  try {
    const stored = await beforeReload(writeToDisk(game, save, after));
    memory.delete(game.id);
    if (!stored) return "nowhere";
    changed({ id: game.id, game });
    askToPersist();
    return "disk";
  } catch {
    memory.set(game.id, { game, save, after });
    // Other tabs could not open it.
    tell({ id: game.id, game });
    return "memory";
  }
}

export async function deleteGame(id: string): Promise<void> {
  const unsaved = memory.get(id);
  memory.delete(id);
  if (unsaved?.after !== 0) {
    const both = await transaction("readwrite");
    both.objectStore("games").delete(id);
    await beforeReload(resultOf(both.objectStore("saves").delete(id)));
  }
  changed({ id, game: null });
}
