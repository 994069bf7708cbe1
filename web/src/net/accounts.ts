// Accounts, as described in docs/openapi.json. Secrets are sent in bodies, never in URLs.
import type { Refusal, ThemeName, Variant } from "../game/types";
import { botName, outcomeOf, refusalText, type Outcome } from "../game/words";
import { hasNotices, isOwnDevice, keepDeviceOwner } from "./deviceOwner";
import { rememberAccount } from "./ownTables.svelte";

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
  /** Whether others see only the name. */
  closed?: boolean;
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
  /** These are missing as long as the server does not know them. */
  theme?: ThemeName;
  turns?: number;
  you?: number;
  seats: {
    name: string;
    points: number;
    place: number;
    bot: boolean;
    /** Of a person. */
    account?: boolean;
    biggest_move?: number;
  }[];
}
/** A page of finished games, the newest first; the next one begins before `next`. */
export interface ArchivePage {
  games: GameResult[];
  next?: string;
}
/** How it ended for the visitor; null if that is not known, or nobody won. */
export function outcomeOfResult({ you, seats }: GameResult): Outcome | null {
  const winners = [...seats.keys()].filter((seat) => seats[seat]?.place === 1);
  return you === undefined || winners.length === 0 ? null : outcomeOf(winners, you);
}
/** Bots in the page's language; a player who was forgotten has no name. */
export const namesOfResult = ({ seats }: GameResult): string[] =>
  seats.map(({ name, bot }) => (name === "" ? "—" : bot ? botName(name) : name));

/** The holiday is the one that is on, or else the next one. */
export interface Holidays {
  days_a_year: number;
  days_left: number;
  holiday?: { from_ms: number; until_ms: number };
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
export const tokenScopes = ["read", "play"] as const;
export type TokenScope = (typeof tokenScopes)[number];
/** A personal token, which is itself shown only once. */
export interface Token {
  token: string;
  name: string;
  scopes: TokenScope[];
  created_ms: number;
  /** Missing if it was never used. */
  used_ms?: number;
}
/** An address that is told what happens. */
export interface Webhook {
  webhook: string;
  url: string;
  off: boolean;
}
export const noticeKinds = ["turn", "reminder", "fast-turn", "over", "rematch", "invited"] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/** What a device wants to be told, and when not: in minutes after midnight; never if these are equal. */
export interface NoticeWishes {
  kinds: NoticeKind[];
  quiet_from: number;
  quiet_until: number;
}
/** A device that gets notices. */
export interface Device extends NoticeWishes {
  device: string;
  /** The host of its push service. */
  service: string;
  zone: string;
  language: string;
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

const gamesPerPage = 30;

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

export const ask = <T>(path: string, body?: object): Promise<T> =>
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
export const remove = <T>(path: string) => send<T>(path, { method: "DELETE" });

const send = <T>(path: string, request: RequestInit): Promise<T> =>
  fetched(path, request, (answer) => answer.json() as Promise<T>);
/** A long answer, as it came. */
const receive = (path: string): Promise<Blob> => fetched(path, {}, (answer) => answer.blob());

async function fetched<T>(
  path: string,
  request: RequestInit,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  let answer: Response;
  let refusal: { error?: Refusal };
  try {
    answer = await fetch(`/api/${path}`, request);
    if (answer.ok) return await read(answer);
    refusal = (await answer.json()) as typeof refusal;
  } catch {
    throw new Refused({ code: "unreachable" });
  }
  throw new Refused(refusal.error ?? { code: String(answer.status) });
}
const part = encodeURIComponent;

export const accounts = {
  me: () => ask<Me>("me"),
  /** Finished games; `query` says which, if not all. */
  games: (query = "", before: string | null = null) => {
    const all = new URLSearchParams(query);
    all.set("status", "ended");
    all.set("limit", String(gamesPerPage));
    if (before !== null) all.set("before", before);
    return ask<ArchivePage>(`me/games?${all}`);
  },
  /** The records of these games, one per line. */
  records: (query: string) => receive(`me/games/records?${query}`),
  /** Everything that the server stores about the visitor. */
  everything: () => receive("me/export"),
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
  tokens: () => ask<{ tokens: Token[] }>("me/tokens").then(({ tokens }) => tokens),
  /** Answers with the token. `wanted`: its name and scopes, and what a login takes. */
  createToken: (wanted: object) =>
    ask<{ token: string }>("me/tokens", wanted).then(({ token }) => token),
  endToken: (token: string) => remove(`me/tokens/${token}`),
  webhooks: () => ask<{ webhooks: Webhook[] }>("me/webhooks").then(({ webhooks }) => webhooks),
  /** Answers with the secret. */
  createWebhook: (url: string) =>
    ask<{ secret: string }>("me/webhooks", { url }).then(({ secret }) => secret),
  deleteWebhook: (webhook: string) => remove(`me/webhooks/${webhook}`),
  hasFeed: () => ask<{ feed: boolean }>("me/feed").then(({ feed }) => feed),
  /** Answers with the path of the new address. */
  createFeed: () => ask<{ path: string }>("me/feed", {}).then(({ path }) => path),
  endFeed: () => remove("me/feed"),
  /** The key with which a browser subscribes to notices, and the devices that get them. */
  devices: () => ask<{ key: string; devices: Device[] }>("me/push"),
  /** Answers with the id of the device. */
  putDevice: (device: object) =>
    ask<{ device: string }>("me/push", device).then(({ device: id }) => id),
  removeDevice: (device: string) => remove(`me/push/${device}`),
  holidays: () => ask<Holidays>("me/holiday"),
  /** From now on, unless a later time is given. */
  takeHoliday: (days: number, from?: number) =>
    ask<Holidays>("me/holiday", { days, ...(from === undefined ? {} : { from_ms: from }) }),
  endHoliday: () => remove<Holidays>("me/holiday"),
  /** The visitor's own note about a table. */
  note: (game: string) => ask<{ text: string }>(`me/notes/${game}`).then(({ text }) => text),
  putNote: (game: string, text: string) => ask(`me/notes/${game}`, { text }),
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
export const me = () =>
  accounts.me().then(
    (found) => {
      rememberAccount(found.name !== undefined);
      if (hasNotices() && !isOwnDevice(found.user)) {
        // At once, so that nothing subscribes again.
        keepDeviceOwner(null);
        void import("./device").then(({ forgetDevice }) => forgetDevice()).catch(() => undefined);
      }
      return found;
    },
    () => null,
  );
