// Made by `sixfold schema typescript` from src/protocol/. Do not edit.
import type { Act, BoardForm, Options, View } from "../game/types";

export const protocolVersion = 1;

export const quickMatchSeconds = {"fast":30,"normal":90,"slow":300} as const;

export const phrases = ["hello","good_luck","well_played","thanks","sorry","oops","think","again","goodbye"] as const;

export interface ServerHello {
  protocol: number;
  user: string;
  now_ms: number;
  grace_ms: number;
  rated_grace_ms: number;
}

export interface ServerReload {
  protocol: number;
}

export interface ServerAck {
  id: string;
  game: string;
  seq: number;
}

export interface ServerError {
  id?: string;
  game?: string;
  code: string;
  where?: string;
  message?: string;
  reason?: "game_over" | "not_your_turn" | "waiting_for_chance" | "act_not_open" | "no_tiles" | "occupied" | "off_board" | "not_in_hand" | "same_cell" | "not_one_line" | "no_start_field" | "no_contact" | "too_long" | "duplicate" | "mixed" | "not_largest_set" | "no_disc" | "not_at_start" | "pickup_in_qwirkle" | "no_tile" | "trade_size" | "bag_too_small";
  cell?: [number, number];
  seq?: number;
  missed?: object[];
}

export interface SeatPlan {
  kind: "open" | "invited" | "bot";
  bot?: string;
}

export interface ClockPlan {
  kind: "none" | "per-move" | "bank";
  seconds: number;
  increment: number;
}

export interface TablePlan {
  variant: "base" | "cubes" | "select" | "connect" | "select-connect";
  options: Options;
  board?: BoardForm;
  theme: "classic" | "star-wars";
  seats: SeatPlan[];
  clock: ClockPlan;
  lobby: boolean;
  rated: boolean;
  hints: boolean;
  opener?: number;
}

export interface ShownHoliday {
  from_ms: number;
  until_ms: number;
}

export interface ShownSeat {
  name: string;
  taken: boolean;
  reserved?: boolean;
  bot?: string;
  account?: "person" | "bot";
  away: boolean;
  away_since_ms?: number;
  wish?: "pause" | "take-back";
  lets_leave?: number;
  bank_ms?: number;
  holiday?: ShownHoliday;
  seal?: string;
  seed?: string;
  seeded?: boolean;
}

export interface ShownEnd {
  reason: "out" | "dead" | "stalled" | "resigned" | "timeout" | "aborted";
  seat?: number;
  bonus?: number;
}

export interface ServerTable {
  game: string;
  seq: number;
  now_ms: number;
  code: string;
  status: "waiting" | "running" | "ended";
  plan: TablePlan;
  theme: "classic" | "star-wars";
  you: number | null;
  host: boolean;
  locked: boolean;
  paused: boolean;
  can_take_back: boolean;
  seats: ShownSeat[];
  deadline_ms?: number;
  commitment?: string;
  reveal?: boolean;
  rematch?: string;
  view?: View;
  end?: ShownEnd;
  winners?: number[];
}

export interface PlanSummary {
  variant: "base" | "cubes" | "select" | "connect" | "select-connect";
  options: object;
  layout?: string;
  size?: [number, number];
  theme: "classic" | "star-wars";
  clock: ClockPlan;
  rated: boolean;
  hints: boolean;
}

export interface LobbySeat {
  name: string;
  taken: boolean;
  bot?: string;
  account?: "person" | "bot";
}

export interface LobbyTable {
  game: string;
  code: string;
  since_ms: number;
  plan: PlanSummary;
  seats: LobbySeat[];
}

export interface ServerLobby {
  tables: LobbyTable[];
  after?: string;
  next?: string;
}

export interface ServerLobbyChanges {
  put: LobbyTable[];
  gone: string[];
}

export interface OwnTable {
  game: string;
  code: string;
  seq: number;
  status: "waiting" | "running" | "ended";
  plan: PlanSummary;
  lobby: boolean;
  quick?: boolean;
  seats: LobbySeat[];
  you: number;
  turn?: number;
  paused?: boolean;
  points?: number[];
  deadline_ms?: number;
  since_ms: number;
}

export interface ServerOwn {
  tables: OwnTable[];
  after?: string;
  next?: string;
}

export interface ServerOwnChanges {
  put: OwnTable[];
  gone: string[];
}

export interface ServerPhrase {
  game: string;
  seat: number;
  phrase: string;
}

export interface ClientHello {
  protocol: number;
}

export interface ClientCreate {
  id: string;
  name: string;
  plan: TablePlan;
  invite?: string[];
}

export interface ClientQuick {
  id: string;
  name: string;
  variant: "base" | "cubes" | "select" | "connect" | "select-connect";
  players: number;
  theme?: "classic" | "star-wars";
  tempo?: "fast" | "normal" | "slow";
}

export interface ClientWatch {
  game: string;
}

export interface ClientUnwatch {
  game: string;
}

export interface ClientLobby {
  after?: string;
}

export type ClientLeaveLobby = Record<string, never>;

export interface ClientOwn {
  after?: string;
}

export interface ClientPhrase {
  game: string;
  phrase: "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "oops" | "think" | "again" | "goodbye";
}

export interface DoJoin {
  name: string;
  seat?: number;
  seed?: string;
}

export type DoLeave = Record<string, never>;

export interface DoRemove {
  seat: number;
}

export type DoLock = Record<string, never>;

export type DoUnlock = Record<string, never>;

export type DoPause = Record<string, never>;

export type DoTakeBack = Record<string, never>;

export type DoRefuse = Record<string, never>;

export type DoResume = Record<string, never>;

export interface DoLetBotPlay {
  seat: number;
}

export interface DoLetLeave {
  seat: number;
}

export type DoReturn = Record<string, never>;

export type DoRematch = Record<string, never>;

export interface DoSeed {
  seed: string;
}

export interface DoSeal {
  seal: string;
}

export interface DoFill {
  seat: number;
  bot: string;
}

export interface ClientCommand {
  id: string;
  game: string;
  seq: number;
  do: 
  | { join: DoJoin }
  | { leave: DoLeave }
  | { remove: DoRemove }
  | { lock: DoLock }
  | { unlock: DoUnlock }
  | { act: Act }
  | { pause: DoPause }
  | { "take-back": DoTakeBack }
  | { refuse: DoRefuse }
  | { resume: DoResume }
  | { "let-bot-play": DoLetBotPlay }
  | { "let-leave": DoLetLeave }
  | { return: DoReturn }
  | { rematch: DoRematch }
  | { seed: DoSeed }
  | { seal: DoSeal }
  | { fill: DoFill };
}

export type ClientMessage =
  | { hello: ClientHello }
  | { create: ClientCreate }
  | { quick: ClientQuick }
  | { watch: ClientWatch }
  | { unwatch: ClientUnwatch }
  | { lobby: ClientLobby }
  | { "leave-lobby": ClientLeaveLobby }
  | { own: ClientOwn }
  | { phrase: ClientPhrase }
  | { command: ClientCommand };

export type ServerMessage =
  | { hello: ServerHello }
  | { reload: ServerReload }
  | { ack: ServerAck }
  | { error: ServerError }
  | { table: ServerTable }
  | { lobby: ServerLobby }
  | { lobby_changes: ServerLobbyChanges }
  | { own: ServerOwn }
  | { own_changes: ServerOwnChanges }
  | { phrase: ServerPhrase };
