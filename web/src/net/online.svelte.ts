// A table run by the server.
import { rules } from "../game/rules";
import type { Session, Shown } from "../game/session";
import type { Act, Refusal } from "../game/types";
import { connection } from "./connection.svelte";
import { recordOfGame } from "./records";
import type { Command, Phrase, TableMessage } from "./protocol";
import { seedToReveal, unseenSeed } from "./seeds";

export class OnlineSession implements Session {
  table = $state.raw<TableMessage | null>(null);
  /** Why there is no table to show. */
  problem = $state.raw<Refusal | null>(null);
  spoken = $state.raw<{ seat: number; phrase: Phrase; id: number } | null>(null);
  readonly covered = null;
  readonly key: string;

  #hints = $state(false);
  #stop: () => void;
  #lastSpoken = 0;
  #adding = false;
  #tableIsNew = false;

  constructor(readonly game: string) {
    this.key = `sixfold.laid.${game}`;
    this.#stop = connection.watch(
      game,
      (table) => {
        this.problem = null;
        this.table = table;
        void this.#askForHints(table);
        void this.#addToTheBag();
      },
      (seat, phrase) => (this.spoken = { seat, phrase, id: ++this.#lastSpoken }),
      (refusal) => {
        if (!this.table) this.problem = refusal;
      },
    );
  }

  shown = $derived.by((): Shown | null => {
    const table = this.table;
    if (!table?.view) return null;
    return {
      view: table.view,
      theme: table.theme,
      seats: table.seats.map((seat) => ({
        name: seat.name,
        bot: seat.bot ?? null,
        account: seat.account ?? null,
        away: seat.away ?? false,
        bankMs: seat.bank_ms ?? null,
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

  async do(command: Command): Promise<Refusal | null> {
    const answer = await connection.request({
      command: { game: this.game, seq: this.table?.seq ?? 0, do: command },
    });
    return "refusal" in answer ? answer.refusal : null;
  }

  async #askForHints({ plan, seats }: TableMessage): Promise<void> {
    const people = seats.filter((seat) => !seat.bot).length;
    this.#hints = await rules.hintsAllowed(plan.hints === true, people);
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
    // Only a later table message shows the result of the last command.
    while (this.#tableIsNew) {
      this.#tableIsNew = false;
      const command = await this.#nextForTheBag();
      if (command) await this.do(command);
    }
    this.#adding = false;
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
    const seed = table.reveal ? seedToReveal(table) : null;
    return seed === null ? null : { seed: { seed } };
  }

  act(act: Act): Promise<Refusal | null> {
    return this.do({ act });
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
