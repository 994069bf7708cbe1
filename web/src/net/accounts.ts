// Accounts, as described in docs/openapi.json. Secrets are sent in bodies, never in URLs.
import type { Refusal, Variant } from "../game/types";
import { refusalText } from "../game/words";

export interface Rating {
  rating: number;
  deviation: number;
  games: number;
}
export type Table = "two" | "many";
export type OwnRating = Rating & { variant: Variant; players: Table };
export interface Statistics {
  games: number;
  won: number;
  average: number;
  best: number;
}
export interface Me {
  user: string;
  /** Missing for guests. */
  name?: string;
  /** Whether logging in requires a code from an app. */
  second_factor?: boolean;
  ratings: OwnRating[];
  statistics: Partial<Record<Variant, Statistics>>;
}
export interface GameResult {
  game: string;
  variant: Variant;
  rated: boolean;
  /** Why a game at a rated table does not count. */
  unrated?: string;
  ended_ms: number;
  you?: number;
  seats: { name: string; points: number; place: number; bot: boolean }[];
}
/** A device on which the account is logged in. */
export interface Session {
  session: string;
  /** Empty if neither the device nor its owner gave a name. */
  name: string;
  created_ms: number;
  used_ms: number;
  current: boolean;
}
export interface Against {
  name: string;
  games: Partial<Record<Variant, { games: number; before: number; behind: number; level: number }>>;
}
export type Ranked = Rating & { name: string; bot: boolean };

/** Everyone's results of the game of a day. */
export interface DayTable {
  day: string;
  played: number;
  results: {
    /** Equal results share a place. */
    place: number;
    name: string;
    account: boolean;
    bot: boolean;
    points: number;
    bot_points: number;
    turns: number;
    you: boolean;
  }[];
}

/** A request that the server refused, or that did not reach it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** The refusal in words; rethrows anything else. */
export function faultText(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  return refusalText(error.refusal);
}

const ask = <T>(path: string, body?: object): Promise<T> =>
  send(
    path,
    body
      ? {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }
      : {},
  );
const remove = (path: string) => send(path, { method: "DELETE" });

async function send<T>(path: string, request: RequestInit): Promise<T> {
  let answer: Response;
  let json: unknown;
  try {
    answer = await fetch(`/api/${path}`, request);
    json = await answer.json();
  } catch {
    throw new Refused({ code: "unreachable" });
  }
  if (answer.ok) return json as T;
  throw new Refused((json as { error?: Refusal }).error ?? { code: String(answer.status) });
}
const part = encodeURIComponent;

export const accounts = {
  me: () => ask<Me>("me"),
  results: () => ask<{ results: GameResult[] }>("me/results").then(({ results }) => results),
  /** Everything that the server stores about the visitor. */
  everything: () => ask<object>("me/export"),
  against: (name: string) => ask<Against>(`me/against/${part(name)}`),
  ranking: (variant: Variant, players: Table) =>
    ask<{ players: Ranked[] }>(`ranking/${variant}/${players}`).then((found) => found.players),
  /** Answers with the recovery code. */
  create: (name: string, passphrase: string) =>
    ask<{ recovery: string }>("account", { name, passphrase }).then(({ recovery }) => recovery),
  /** `code`: from the app, for accounts that require one. */
  logIn: (name: string, passphrase: string, code = "") =>
    ask("session", code ? { name, passphrase, code } : { name, passphrase }),
  startSecondFactor: () =>
    ask<{ secret: string }>("account/second-factor", {}).then(({ secret }) => secret),
  confirmSecondFactor: (code: string) => ask("account/second-factor/confirm", { code }),
  endSecondFactor: (passphrase: string) => ask("account/second-factor/end", { passphrase }),
  /** Answers with the next recovery code. */
  recover: (name: string, recovery: string, passphrase: string) =>
    ask<{ recovery: string }>("session/recover", { name, recovery, passphrase }).then(
      (found) => found.recovery,
    ),
  changePassphrase: (passphrase: string, next: string) =>
    ask("account/passphrase", { passphrase, new: next }),
  logOut: () => ask("session/end", {}),
  logOutEverywhere: () => ask("account/sign-out-everywhere", {}),
  delete: (passphrase: string) => ask("account/delete", { passphrase }),
  forgetGuest: () => remove("me"),
  sessions: () => ask<{ sessions: Session[] }>("me/sessions").then(({ sessions }) => sessions),
  renameSession: (session: string, name: string) => ask(`me/sessions/${session}`, { name }),
  endSession: (session: string) => remove(`me/sessions/${session}`),
  /** A code for another device. */
  startTransfer: () => ask<{ code: string }>("transfer", {}).then(({ code }) => code),
  claim: (code: string) => ask("session/claim", { code }),
  bots: () => ask<{ bots: string[] }>("bots").then(({ bots }) => bots),
  /** Answers with the bot's token. */
  createBot: (name: string) => ask<{ token: string }>("bots", { name }).then(({ token }) => token),
  deleteBot: (name: string) => ask("bots/delete", { name }),
  /** What the server has bound itself to for the coming days. */
  commitments: () =>
    ask<{ commitments: { day: string; commitment: string }[] }>("daily").then(
      ({ commitments }) => commitments,
    ),
  /** From what the bag of a day that has begun follows; null for the date alone. */
  daySecret: (day: string) =>
    ask<{ secret?: string }>(`daily/${day}`).then(({ secret }) => secret ?? null),
  day: (day: string) => ask<DayTable>(`me/daily/${day}`),
  addDay: (day: string, name: string, record: string) =>
    ask<DayTable>(`me/daily/${day}`, { name, record: JSON.parse(record) as unknown }),
};

/** Who the visitor is; null if there is no server to ask. */
export const me = () => accounts.me().catch(() => null);
