// The tables on the server at which the visitor plays or waits. Somebody who has never played online
// opens no connection for them: the browser remembers whether there may be any. An account may have
// sat down on another device.
import type { RunningGame } from "../game/running";
import { keep, kept } from "../game/kept";
import { botName } from "../game/words";
import { followEnds, forgetEnds } from "./ends.svelte";
import type { OwnTable } from "./messages";

const storageKey = "sixfold.online";
const accountKey = "sixfold.account";
/** Older versions only stored what this browser had contributed to bags. */
const seedsKey = "sixfold.seeds";

let tables = $state.raw<OwnTable[]>([]);
/** Add this to the browser's clock to get the server's. */
let ahead = $state(0);

export const mayHaveTables = () =>
  kept<boolean>(accountKey) === true || (kept<boolean>(storageKey) ?? kept(seedsKey) !== null);

/** Whether the visitor has ever sat at a table of the server. */
export const hasBeenOnline = () => kept<boolean>(storageKey) !== null;
/** Whether the visitor may have finished a game on the server. */
export const mayHavePlayed = () => mayHaveTables() || kept<boolean>(storageKey) !== null;

/** Begins to follow the tables, after the visitor has sat down or logged in. */
export async function followTables(): Promise<void> {
  keep(storageKey, true);
  const { connection } = await import("./connection.svelte");
  connection.followOwn();
}
if (mayHaveTables()) void followTables();

const isAccount = () => kept<boolean>(accountKey) === true;
let follows = false;
/** Follows what others want of an account. */
async function followPeople(): Promise<void> {
  if (!isAccount() && !follows) return;
  follows = true;
  const { followInvitations, stopFollowing } = await import("./people");
  if (isAccount()) followInvitations();
  else stopFollowing();
}
void followPeople().catch(() => undefined);

/** Called whenever the server has said who the visitor is. */
export function rememberAccount(loggedIn: boolean): void {
  keep(accountKey, loggedIn || null);
  if (loggedIn) void followTables();
  void followPeople().catch(() => undefined);
}

/** Called by the connection. `complete`: no further page follows. */
export function showTables(all: OwnTable[], complete: boolean, serverAhead: number): void {
  tables = all;
  ahead = serverAhead;
  if (!complete) return;
  keep(storageKey, all.length > 0);
  followEnds(all);
}

/** For a visitor who becomes somebody else. */
export function forgetTables(): void {
  tables = [];
  forgetEnds();
}

export const ownTables = () => tables;

/** Whether the visitor looks for a match there. */
export const isSearch = (table: OwnTable) =>
  table.status === "waiting" && table.quick === true && !isFull(table);

/** Whether everyone has come, so that the game begins once everyone is at the table. */
export const isFull = ({ status, seats }: OwnTable) =>
  status === "waiting" && seats.every((seat) => seat.taken);

const nameOf = ({ bot, name }: OwnTable["seats"][number]) => (bot ? botName(bot) : name);

function runningGame(table: OwnTable): RunningGame {
  const { seats, you, turn, plan } = table;
  const mine = turn === you && !table.paused && !seats[you]?.bot;
  const mover = turn === undefined ? undefined : seats[turn];
  return {
    id: table.game,
    href: `/t/${table.code}`,
    local: false,
    variant: plan.variant,
    theme: plan.theme,
    opponents: seats.filter((seat, i) => i !== you && seat.taken).map(nameOf),
    // At a full table of friends, somebody else may be the one who is waited for.
    yourTurn: mine || (table.lobby && isFull(table)),
    withPeople: seats.some((seat, i) => i !== you && seat.taken && !seat.bot),
    paused: table.paused ?? false,
    turnOf: mover ? nameOf(mover) : null,
    points: table.points ?? seats.map(() => 0),
    seat: you,
    deadline: table.deadline_ms === undefined ? null : table.deadline_ms - ahead,
    at: table.since_ms - ahead,
  };
}

/** The visitor's running games on the server. */
export const onlineRunning = (): RunningGame[] => tables.map(runningGame);
