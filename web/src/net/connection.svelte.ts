// One connection to the server for the whole page. Unanswered requests are sent again with the same
// id after a loss, so that nothing is lost or done twice.
import type { Refusal } from "../game/types";
import { lookForNewer } from "../offline";
import { followTables, showTables } from "./ownTables.svelte";
import {
  protocolVersion,
  type Ack,
  type Command,
  type ErrorMessage,
  type LobbyTable,
  type OwnTable,
  type Phrase,
  type Request,
  type ServerMessage,
  type TableMessage,
} from "./protocol";
import { forgetAllUnsent, forgetUnsent, keepUnsent, unsentMoves } from "./unsent";

export type State = "closed" | "connecting" | "open" | "lost";

const firstWait = 300;
const longestWait = 5000;
/** More than anybody would read. */
const mostLobbyTables = 200;
/** After a refusal. */
const askAgainMs = 3000;
/** How often a command is sent, if something else happens at the table again and again. */
const mostTries = 4;
const reloadedKey = "sixfold.reloaded";

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

function refusalOf({ code, message, reason, cell }: ErrorMessage): Refusal {
  return {
    code,
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(cell === undefined ? {} : { cell: typeof cell === "string" ? cell : cell.join(",") }),
  };
}

/** Whether the visitor has a seat after this, if it is not refused. */
const takesSeat = (what: Request) =>
  "create" in what || "quick" in what || "join" in what.command.do || "rematch" in what.command.do;

type Answer = { ack: Ack } | { refusal: Refusal; error?: ErrorMessage };

/** These mean the table as the visitor saw it; all others mean the same after whatever happened. */
const meansWhatWasSeen = (what: Command) =>
  ["act", "take-back", "remove", "seal", "seed"].some((name) => name in what);
/** After these the table is as the visitor saw it. */
const changesNothing = (event: object) =>
  "type" in event && (event.type === "holiday-taken" || event.type === "time-given-back");
/** Where to send a command again after this refusal; null if the visitor has to look first. */
function newerSeq(what: Command, { code, seq, missed = [] }: ErrorMessage): number | null {
  if (code !== "stale" || seq === undefined) return null;
  if (missed.length > 0 && missed.every(changesNothing)) return seq;
  if (meansWhatWasSeen(what)) return null;
  // Getting up before a game is one thing, resigning from it another.
  const hasStarted = (event: object) => "type" in event && event.type === "game-started";
  if ("leave" in what && (missed.length === 0 || missed.some(hasStarted))) return null;
  return seq;
}

export class Connection {
  state = $state<State>("closed");
  lobby = $state.raw<LobbyTable[] | null>(null);
  /** How long a player may be away before the others decide, in casual and in rated games. */
  graceMs = $state(30_000);
  ratedGraceMs = $state(900_000);
  /** Add this to the browser's clock to get the server's. */
  ahead = 0;
  /** Why the last move that an earlier page could not send was refused, and at which table. */
  late = $state.raw<{ game: string; refusal: Refusal } | null>(null);
  /** How often the server has listed the visitor's own tables from the beginning. */
  ownPages = $state(0);

  #socket: WebSocket | null = null;
  #wait = firstWait;
  #timer = 0;
  #pending = new Map<string, { text: string; answer: (answer: Answer) => void }>();
  #tables = new Map<string, (table: TableMessage) => void>();
  #speakers = new Map<string, (seat: number, phrase: Phrase) => void>();
  #refusals = new Map<string, (refusal: Refusal) => void>();
  #inLobby = false;
  #followsOwn = false;
  #own = new Map<string, OwnTable>();
  /** Changes may come before the last page. */
  #ownIsComplete = false;

  constructor() {
    addEventListener("online", () => this.#retryNow());
    addEventListener("offline", () => this.#lose());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#retryNow();
      // The same visitor may have sat down elsewhere.
      this.#askForOwn();
    });
  }

  /** Connects, unless already connected. */
  open(): void {
    if (this.#socket || this.state === "lost") return;
    this.state = "connecting";
    this.#connect();
  }

  /** Reconnects with the browser's new identity. What somebody else asked for is not sent again. */
  renew(): void {
    forgetAllUnsent();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { answer } of pending) answer({ refusal: { code: "unreachable" } });
    this.#lose();
    this.#retryNow();
  }

  request(what: Request, id = newId()): Promise<Answer> {
    const [kind, body] = Object.entries(what)[0] as [string, object];
    const text = JSON.stringify({ [kind]: { id, ...body } });
    this.open();
    return new Promise((answer) => {
      this.#pending.set(id, {
        text,
        answer: (given) => {
          if ("ack" in given && takesSeat(what)) void followTables();
          answer(given);
        },
      });
      this.#send(text);
    });
  }

  /**
   * Does something at a table; null on success. Something else may happen there in the same instant:
   * then the command is sent again, unless it might mean something else now.
   */
  async command(
    game: string,
    known: number,
    what: Command,
    firstId = newId(),
  ): Promise<Refusal | null> {
    for (let seq = known, tries = 1, id = firstId; ; ++tries, id = newId()) {
      // A move is kept until it is answered, even if the page is closed before.
      if ("act" in what) keepUnsent({ id, game, seq, do: what });
      const answer = await this.request({ command: { game, seq, do: what } }, id);
      forgetUnsent(id);
      if ("ack" in answer) return null;
      const newer = answer.error ? newerSeq(what, answer.error) : null;
      if (newer === null || tries === mostTries) return answer.refusal;
      seq = newer;
    }
  }

  /** Sends what an earlier page could not send. */
  sendUnsent(): void {
    for (const { id, game, seq, do: what } of unsentMoves())
      void this.command(game, seq, what, id).then((refusal) => {
        if (refusal) this.late = { game, refusal };
      });
  }

  /** Keeps the visitor's own tables up to date from now on. */
  followOwn(): void {
    if (this.#followsOwn) return;
    this.#followsOwn = true;
    this.open();
    this.#askForOwn();
  }
  #askForOwn(after?: string): void {
    if (this.#followsOwn) this.#send(JSON.stringify({ own: after === undefined ? {} : { after } }));
  }

  /** Shows a table until the returned function is called. */
  watch(
    game: string,
    ontable: (table: TableMessage) => void,
    onphrase: (seat: number, phrase: Phrase) => void,
    onrefusal: (refusal: Refusal) => void,
  ): () => void {
    this.open();
    this.#tables.set(game, ontable);
    this.#speakers.set(game, onphrase);
    this.#refusals.set(game, onrefusal);
    this.#send(JSON.stringify({ watch: { game } }));
    return () => {
      this.#tables.delete(game);
      this.#speakers.delete(game);
      this.#refusals.delete(game);
      this.#send(JSON.stringify({ unwatch: { game } }));
    };
  }

  watchLobby(): () => void {
    this.open();
    this.#inLobby = true;
    this.#send(JSON.stringify({ lobby: {} }));
    return () => {
      this.#inLobby = false;
      this.lobby = null;
      this.#send(JSON.stringify({ "leave-lobby": {} }));
    };
  }

  say(game: string, phrase: Phrase): void {
    this.#send(JSON.stringify({ phrase: { game, phrase } }));
  }

  #connect(): void {
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () =>
      socket.send(JSON.stringify({ hello: { protocol: protocolVersion } })),
    );
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lose();
    });
  }

  /** Gives up the socket at once: without a network, closing it properly takes a while. */
  #lose(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#ownIsComplete = false;
    this.state = "lost";
    this.#timer = window.setTimeout(
      () => this.#connect(),
      this.#wait * (0.8 + Math.random() * 0.4),
    );
    this.#wait = Math.min(longestWait, this.#wait * 1.7);
  }

  #retryNow(): void {
    if (this.state !== "lost" || this.#socket) return;
    clearTimeout(this.#timer);
    this.#wait = firstWait;
    this.#connect();
  }

  #send(text: string): void {
    if (this.state === "open") this.#socket?.send(text);
  }

  #hear(message: ServerMessage): void {
    if (message.hello) this.#greeted(message.hello);
    else if (message.reload) void this.#reload();
    else if (message.ack) this.#answer(message.ack.id, { ack: message.ack });
    else if (message.error) this.#refused(message.error);
    else if (message.table) this.#tables.get(message.table.game)?.(message.table);
    else if (message.lobby) this.#showPage(message.lobby);
    else if (message.lobby_changes) this.#changeLobby(message.lobby_changes);
    else if (message.own) this.#showOwn(message.own);
    else if (message.own_changes) this.#changeOwn(message.own_changes);
    else if (message.phrase)
      this.#speakers.get(message.phrase.game)?.(
        message.phrase.seat,
        message.phrase.phrase as Phrase,
      );
  }

  #showOwn({ tables, after, next }: NonNullable<ServerMessage["own"]>): void {
    if (after === undefined) this.#own.clear();
    for (const table of tables) this.#own.set(table.game, table);
    this.#ownIsComplete = next === undefined;
    showTables([...this.#own.values()], this.#ownIsComplete, this.ahead);
    if (next !== undefined) this.#askForOwn(next);
    else ++this.ownPages;
  }
  #changeOwn({ put, gone }: NonNullable<ServerMessage["own_changes"]>): void {
    for (const table of put) this.#own.set(table.game, table);
    for (const game of gone) this.#own.delete(game);
    showTables([...this.#own.values()], this.#ownIsComplete, this.ahead);
  }

  #showPage({ tables, after, next }: NonNullable<ServerMessage["lobby"]>): void {
    if (!this.#inLobby) return;
    if (after === undefined) this.lobby = [];
    this.#changeLobby({ put: tables, gone: [] });
    if (next !== undefined && (this.lobby?.length ?? 0) < mostLobbyTables)
      this.#send(JSON.stringify({ lobby: { after: next } }));
  }

  #changeLobby({ put, gone }: NonNullable<ServerMessage["lobby_changes"]>): void {
    if (!this.lobby) return;
    const tables = new Map(this.lobby.map((table) => [table.game, table]));
    for (const table of put) tables.set(table.game, table);
    for (const game of gone) tables.delete(game);
    this.lobby = [...tables.values()];
  }

  #greeted({ now_ms, grace_ms, rated_grace_ms }: NonNullable<ServerMessage["hello"]>): void {
    const again = this.state === "lost";
    this.state = "open";
    this.ahead = now_ms - Date.now();
    this.graceMs = grace_ms;
    this.ratedGraceMs = rated_grace_ms;
    this.#wait = firstWait;
    for (const game of this.#tables.keys()) this.#send(JSON.stringify({ watch: { game } }));
    if (this.#inLobby) this.#send(JSON.stringify({ lobby: {} }));
    this.#askForOwn();
    for (const { text } of this.#pending.values()) this.#send(text);
    if (again) void lookForNewer();
  }

  #answer(id: string, answer: Answer): void {
    this.#pending.get(id)?.answer(answer);
    this.#pending.delete(id);
  }

  #refused(error: ErrorMessage): void {
    if (error.where === "own") {
      setTimeout(() => this.#askForOwn(), askAgainMs);
      return;
    }
    const refusal = refusalOf(error);
    if (error.id && this.#pending.has(error.id)) this.#answer(error.id, { refusal, error });
    else for (const tell of this.#refusals.values()) tell(refusal);
  }

  /** The server speaks another version, and so does the app that it serves. */
  async #reload(): Promise<void> {
    if (sessionStorage.getItem(reloadedKey) === String(protocolVersion)) return;
    sessionStorage.setItem(reloadedKey, String(protocolVersion));
    await lookForNewer();
    location.reload();
  }
}

export const connection = new Connection();
connection.sendUnsent();
