// One connection to the server for the whole page. Unanswered requests are sent again with the same
// id after a loss, so that nothing is lost or done twice.
import type { Refusal } from "../game/types";
import { lookForNewer } from "../offline";
import {
  protocolVersion,
  type Ack,
  type ErrorMessage,
  type LobbyTable,
  type Phrase,
  type Request,
  type ServerMessage,
  type TableMessage,
} from "./protocol";

export type State = "closed" | "connecting" | "open" | "lost";

const firstWait = 300;
const longestWait = 5000;
/** More than anybody would read. */
const mostLobbyTables = 200;
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

type Answer = { ack: Ack } | { refusal: Refusal };

class Connection {
  state = $state<State>("closed");
  lobby = $state.raw<LobbyTable[] | null>(null);
  /** How long a player may be away before the others decide, in casual and in rated games. */
  graceMs = $state(30_000);
  ratedGraceMs = $state(900_000);
  /** Add this to the browser's clock to get the server's. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #wait = firstWait;
  #timer = 0;
  #pending = new Map<string, { text: string; answer: (answer: Answer) => void }>();
  #tables = new Map<string, (table: TableMessage) => void>();
  #speakers = new Map<string, (seat: number, phrase: Phrase) => void>();
  #refusals = new Map<string, (refusal: Refusal) => void>();
  #inLobby = false;

  constructor() {
    addEventListener("online", () => this.#retryNow());
    addEventListener("offline", () => this.#socket?.close());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#retryNow();
    });
  }

  /** Connects, unless already connected. */
  open(): void {
    if (this.#socket || this.state === "lost") return;
    this.state = "connecting";
    this.#connect();
  }

  /** Reconnects with the browser's new identity. */
  renew(): void {
    this.#socket?.close();
  }

  request(what: Request): Promise<Answer> {
    const id = newId();
    const [kind, body] = Object.entries(what)[0] as [string, object];
    const text = JSON.stringify({ [kind]: { id, ...body } });
    this.open();
    return new Promise((answer) => {
      this.#pending.set(id, { text, answer });
      this.#send(text);
    });
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
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.state = "lost";
      this.#timer = window.setTimeout(
        () => this.#connect(),
        this.#wait * (0.8 + Math.random() * 0.4),
      );
      this.#wait = Math.min(longestWait, this.#wait * 1.7);
    });
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
    else if (message.phrase)
      this.#speakers.get(message.phrase.game)?.(
        message.phrase.seat,
        message.phrase.phrase as Phrase,
      );
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
    for (const { text } of this.#pending.values()) this.#send(text);
    if (again) void lookForNewer();
  }

  #answer(id: string, answer: Answer): void {
    this.#pending.get(id)?.answer(answer);
    this.#pending.delete(id);
  }

  #refused(error: ErrorMessage): void {
    const refusal = refusalOf(error);
    if (error.id && this.#pending.has(error.id)) this.#answer(error.id, { refusal });
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
