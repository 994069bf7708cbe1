// The messages of docs/protocol.md that the app sends and reads.
import type { OnlinePlan } from "../game/plan";
import type { Act, CellText, End, ThemeName, Variant, View } from "../game/types";

export const protocolVersion = 1;

export const phrases = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "oops",
  "think",
  "again",
  "goodbye",
] as const;
export type Phrase = (typeof phrases)[number];
export type Wish = "pause" | "take-back";

export type Command =
  | { act: Act }
  | { join: { name: string; seat?: number } }
  | { seal: { seal: string } }
  | { seed: { seed: string } }
  | { leave: Empty }
  | { remove: { seat: number } }
  | { lock: Empty }
  | { unlock: Empty }
  | { pause: Empty }
  | { "take-back": Empty }
  | { refuse: Empty }
  | { resume: Empty }
  | { "let-bot-play": { seat: number } }
  | { "let-leave": { seat: number } }
  | { return: Empty }
  | { rematch: Empty };
type Empty = Record<string, never>;

/** Messages answered with an ack or an error; the id is added when they are sent. */
export type Request =
  | { create: { name: string; plan: OnlinePlan } }
  | { quick: { name: string; variant: Variant; players: number } }
  | { command: { game: string; seq: number; do: Command } };

export interface TableSeat {
  name: string;
  taken: boolean;
  bot?: string;
  /** The kind of account that has taken it. */
  account?: "person" | "bot";
  /** Commits the player to a seed; and the seed, once it is revealed. */
  seal?: string;
  seed?: string;
  away?: boolean;
  away_since_ms?: number;
  wish?: Wish;
  /** The seat whose removal this player agrees to. */
  lets_leave?: number;
  bank_ms?: number;
}

export interface TableMessage {
  game: string;
  code: string;
  seq: number;
  now_ms: number;
  deadline_ms?: number;
  status: "waiting" | "running" | "ended";
  plan: OnlinePlan;
  theme: ThemeName;
  /** The server's commitment to its part of the bag. */
  commitment?: string;
  /** Everyone is committed to a seed: players who have sealed one reveal it. */
  reveal?: boolean;
  you: number | null;
  host: boolean;
  locked: boolean;
  paused: boolean;
  can_take_back?: boolean;
  seats: TableSeat[];
  view?: View;
  end?: End;
  winners?: number[];
  rematch?: string;
}

/** An open table: what people choose by, without its board. */
export interface LobbyTable {
  game: string;
  code: string;
  since_ms: number;
  plan: Pick<OnlinePlan, "variant" | "theme" | "clock" | "rated" | "hints"> & {
    layout?: "standard" | "custom";
    size?: [number, number];
  };
  seats: TableSeat[];
}

export interface Ack {
  id: string;
  game: string;
  seq: number;
}

export interface ErrorMessage {
  id?: string;
  code: string;
  message?: string;
  reason?: string;
  cell?: [number, number] | CellText;
}

export interface ServerMessage {
  hello?: {
    protocol: number;
    user: string;
    now_ms: number;
    grace_ms: number;
    rated_grace_ms: number;
  };
  reload?: { protocol: number };
  ack?: Ack;
  error?: ErrorMessage;
  table?: TableMessage;
  /** A page of the lobby; `after`: a further page; `next`: where the next page begins. */
  lobby?: { tables: LobbyTable[]; after?: string; next?: string };
  lobby_changes?: { put: LobbyTable[]; gone: string[] };
  phrase?: { game: string; seat: number; phrase: Phrase };
}
