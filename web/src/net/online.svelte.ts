// A table run by the server.
import { Pace } from "../game/pace.svelte";
import { rules } from "../game/rules";
import type { Session, Shown } from "../game/session";
import { laidKey } from "../game/kept";
import type { Act, Refusal } from "../game/types";
import { seatName, withSeatNames } from "../game/words";
import { connection } from "./connection.svelte";
import { recordOfGame } from "./records";
import type { Command, Phrase, TableMessage } from "./protocol";
import { seedToReveal, unseenSeed } from "./seeds";

/** The seat that took the last turn. */
const lastMover = ({ view, seats }: TableMessage) => seats[view?.history.at(-1)?.seat ?? -1];
const turnsOf = ({ view }: TableMessage) => view?.history.length ?? 0;

interface Spoken {
  seat: number;
  phrase: Phrase;
  id: number;
}
const mostSaid = 50;
/** After the module has failed. */
const askAgainMs = 2000;

export class OnlineSession implements Session {
  /** The latest. */
  table = $state.raw<TableMessage | null>(null);
  /** Why there is no table to show. */
  problem = $state.raw<Refusal | null>(null);
  spoken = $state.raw<Spoken | null>(null);
  /** Everything that was said since the visitor came to the table. */
  said = $state.raw<Spoken[]>([]);
  readonly covered = null;
  /** Known only to those who saw the game being played. */
  at?: number;
  readonly key: string;

  #hints = $state(false);
  #stop: () => void;
  #lastSpoken = 0;
  #adding = false;
  #addAgain = 0;
  #closed = false;
  #tableIsNew = false;

  constructor(readonly game: string) {
    this.key = laidKey(game);
    const looked = () => void this.#addToTheBag();
    document.addEventListener("visibilitychange", looked);
    const unwatch = connection.watch(
      game,
      (table) => {
        this.problem = null;
        if (this.table?.status === "running") this.at = Date.now();
        this.table = table;
        void this.#show(table);
        void this.#askForHints(table);
        void this.#addToTheBag();
      },
      (seat, phrase) => {
        this.spoken = { seat, phrase, id: ++this.#lastSpoken };
        this.said = [...this.said, this.spoken].slice(-mostSaid);
      },
      (refusal) => {
        if (!this.table) this.problem = refusal;
      },
    );
    this.#stop = () => {
      this.#closed = true;
      clearTimeout(this.#addAgain);
      this.#coming = [];
      this.#pace.skip();
      document.removeEventListener("visibilitychange", looked);
      unwatch();
    };
  }

  // The moves of bots are shown one after the other, unless a clock runs or nobody looks.
  #onBoard = $state.raw<TableMessage | null>(null);
  #shownAt = 0;
  #coming: TableMessage[] = [];
  readonly #pace = new Pace();
  get skippable(): boolean {
    return this.#pace.skippable;
  }
  skip(): void {
    this.#pace.skip();
  }
  async #show(table: TableMessage): Promise<void> {
    this.#coming.push(table);
    if (this.#coming.length > 1) return;
    for (let next; (next = this.#coming[0]); this.#coming.shift()) {
      const before = this.#onBoard;
      const isMove = before?.view && turnsOf(next) > turnsOf(before);
      if (isMove && lastMover(next)?.bot && next.plan.clock.kind === "none" && !document.hidden)
        await this.#pace.after(
          lastMover(before) === before.seats[before.you ?? -1] ? "own" : "bot",
          this.#shownAt,
        );
      if (isMove) this.#shownAt = performance.now();
      if (!next.seats[next.view?.turn ?? -1]?.bot) this.#pace.start();
      this.#onBoard = next;
    }
  }

  #view = $derived(this.#onBoard?.view ? withSeatNames(this.#onBoard.view) : null);
  shown = $derived.by((): Shown | null => {
    const table = this.#onBoard;
    if (!table || !this.#view) return null;
    const { clock } = table.plan;
    // Whoever is to move after a pause has the whole time again.
    const stopped = table.paused && clock.kind === "per-move";
    const perMoveMs = clock.seconds * 1000;
    return {
      view: this.#view,
      paused: table.paused && table.status === "running",
      theme: table.theme,
      seats: table.seats.map((seat, i) => ({
        name: seatName(seat.name),
        bot: seat.bot ?? null,
        account: seat.account ?? null,
        away: seat.away ?? false,
        holiday: seat.holiday
          ? {
              from: seat.holiday.from_ms - connection.ahead,
              until: seat.holiday.until_ms - connection.ahead,
            }
          : null,
        bankMs: seat.bank_ms ?? (stopped && i === table.view?.turn ? perMoveMs : null),
      })),
      you: table.you,
      end: table.end ?? null,
      winners: table.winners ?? [],
      deadline: table.deadline_ms === undefined ? null : table.deadline_ms - connection.ahead,
      hints: this.#hints,
    };
  });

  close(): void {
    this.#stop();
  }

  reveal(): void {
    // Every hand has its own screen.
  }

  do(command: Command): Promise<Refusal | null> {
    return connection.command(this.game, this.table?.seq ?? 0, command);
  }

  async #askForHints({ plan, seats }: TableMessage): Promise<void> {
    const people = seats.filter((seat) => !seat.bot).length;
    this.#hints = await rules.hintsAllowed(plan.hints === true, people).catch(() => false);
  }

  sitDown(name: string): Promise<Refusal | null> {
    return this.do({ join: { name } });
  }

  /**
   * Seals a seed once the commitment is known, and reveals it once everyone is committed to theirs.
   */
  async #addToTheBag(): Promise<void> {
    this.#tableIsNew = true;
    if (this.#adding) return;
    this.#adding = true;
    clearTimeout(this.#addAgain);
    try {
      // Only a later table message shows the result of the last command.
      while (this.#tableIsNew) {
        this.#tableIsNew = false;
        const command = await this.#nextForTheBag();
        if (command) await this.do(command);
      }
    } catch {
      // The next question starts another worker; whoever seals nothing loses the seat.
      if (!this.#closed)
        this.#addAgain = window.setTimeout(() => void this.#addToTheBag(), askAgainMs);
    } finally {
      this.#adding = false;
    }
  }
  async #nextForTheBag(): Promise<Command | null> {
    const table = this.table;
    if (table?.status !== "waiting" || !table.commitment || table.you === null) return null;
    const own = table.seats[table.you];
    if (!own || own.seed !== undefined) return null;
    if (own.seal === undefined) {
      const seed = unseenSeed(this.game, table.commitment);
      return { seal: { seal: await rules.seal(this.game, table.you, seed) } };
    }
    // Strangers must not wait for somebody who looks elsewhere.
    if (table.plan.lobby && document.hidden) return null;
    const seed = table.reveal ? seedToReveal(table) : null;
    return seed === null ? null : { seed: { seed } };
  }

  /** Whether an act has not been answered yet. */
  acting = $state(false);
  async act(act: Act): Promise<Refusal | null> {
    this.acting = true;
    try {
      return await this.do({ act });
    } finally {
      this.acting = false;
    }
  }
  resign(): Promise<Refusal | null> {
    return this.do({ leave: {} });
  }
  say(phrase: Phrase): void {
    connection.say(this.game, phrase);
  }

  record(): Promise<string | null> {
    return recordOfGame(this.game);
  }
}
