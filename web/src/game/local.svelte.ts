// A game run by this browser, with people around one screen and bots. The module decides everything
// about it; this shows what it answers and stores what it says.
import { isUnsaved, onChange, readGame, writeGame, type KeptGame } from "./gameStore";
import { keepDay, keepGame, playedGame, playedGames } from "./history";
import { newId, standingOf } from "./localGames.svelte";
import { moduleState } from "./moduleState.svelte";
import { Pace } from "./pace.svelte";
import { Asker, rules, RulesError, type LocalPlan } from "./rules";
import type { Session, Shown } from "./session";
import { laidKey } from "./kept";
import type { Act, LocalTable, Refusal, Score, SeenTurn } from "./types";

/** Another tab has played on meanwhile; what it did is shown now. */
const elsewhere = new RulesError({ code: "elsewhere" });
/** Whether the worker has failed, or is another one, which does not know the game. */
const isModuleFailure = (error: unknown) =>
  error instanceof RulesError && ["module", "game"].includes(error.refusal.code);
const unlessElsewhere = (error: unknown) => {
  if (error !== elsewhere) throw error;
};

export class LocalSession implements Session {
  shown = $state.raw<Shown | null>(null);
  covered = $state<number | null>(null);
  /** Whether the game was deleted in another tab. */
  gone = $state(false);
  /** Whether it could not be stored, so that it is gone when the page is left. */
  unsaved = $state(false);

  readonly #asker: Asker;
  #kept: KeptGame;
  #table: LocalTable;
  // What the module has told of the finished turns.
  #history: SeenTurn[] = [];
  #scores: (Score | null)[] = [];
  #saved: { head: string; turns: string[] } = { head: "", turns: [] };
  #closed = false;
  readonly #stop: () => void;
  // A game that was begun and not yet put on the screen.
  static #begun: LocalSession | null = null;

  private constructor(asker: Asker, kept: KeptGame, table: LocalTable) {
    this.#asker = asker;
    this.#kept = kept;
    this.#table = table;
    this.#know(table);
    this.#stop = onChange(({ id, game }) => {
      if (id !== this.id || game?.revision === this.#kept.revision) return;
      this.#follow().catch(this.#report);
    });
  }

  /**
   * Deals a game and stores it beside all others; or stores one that was saved elsewhere, which
   * then is in no statistics.
   */
  static async begin(plan: LocalPlan, saved?: string): Promise<LocalSession> {
    const asker = new Asker();
    try {
      const games = rules.games(asker);
      const table = await (saved === undefined ? games.begin(plan) : games.open(saved));
      const at = Date.now();
      const session = new LocalSession(
        asker,
        {
          id: newId(),
          plan: JSON.parse(JSON.stringify(plan)) as LocalPlan,
          revision: 0,
          begun: at,
          at,
          hinted: false,
          counted: saved !== undefined,
          standing: standingOf(table, 0),
        },
        table,
      );
      await session.#keep();
      LocalSession.#begun?.close();
      return (LocalSession.#begun = session);
    } catch (error) {
      asker.close();
      throw error;
    }
  }

  /** A game of this device; null if there is none, or it cannot be read. */
  static async open(id: string): Promise<LocalSession | null> {
    const begun = LocalSession.#begun;
    LocalSession.#begun = null;
    if (begun?.id === id) return begun;
    begun?.close();
    const found = await readGame(id);
    if (!found) return null;
    const asker = new Asker();
    try {
      // Whoever opens it again may be anyone, so no hand is shown yet.
      const table = await rules.games(asker).open(found.save.text, { covered: true });
      const session = new LocalSession(asker, found.game, table);
      session.unsaved = isUnsaved(id);
      return session;
    } catch (error) {
      asker.close();
      // If the module itself fails, that says nothing about the game.
      if (!(error instanceof RulesError) || error.refusal.code === "module") throw error;
      return null;
    }
  }

  get id(): string {
    return this.#kept.id;
  }
  get plan(): LocalPlan {
    return this.#kept.plan;
  }
  get key(): string {
    return laidKey(this.id);
  }
  /** When the game last changed. */
  get at(): number {
    return this.#kept.at;
  }

  /** From now on it is on the screen, and its bots play. */
  start(): void {
    this.#show();
    void this.#letBotsPlay();
    document.addEventListener("visibilitychange", this.#seen);
  }
  // Where another tab plays on, its bots think there; unless that tab has been closed.
  #seen = () => {
    if (!document.hidden) void this.#letBotsPlay();
  };

  /** What a person has done is still stored, but no bot thinks on. */
  close(): void {
    this.#closed = true;
    moduleState.game = false;
    this.#stop();
    document.removeEventListener("visibilitychange", this.#seen);
    if (this.#acting === 0) this.#asker.close();
    else void this.#last.then(() => this.#asker.close());
  }

  readonly #pace = new Pace();
  get shared(): boolean {
    return this.plan.seats.filter(({ bot }) => !bot).length > 1;
  }
  get skippable(): boolean {
    return this.#pace.skippable;
  }
  skip(): void {
    this.#pace.skip();
  }

  reveal(): void {
    this.#ask((game, turns) => rules.games(this.#asker).reveal(game, turns))
      .then(() => this.#show())
      .catch(this.#report);
  }

  #acting = 0;
  async act(act: Act): Promise<Refusal | null> {
    const { shown } = this;
    if (!shown) return null;
    const seat = shown.you ?? shown.view.turn;
    // What is known may be more than what is shown.
    const seen = shown.view.history.length;
    ++this.#acting;
    try {
      await this.#ask((game) => rules.games(this.#asker).act(game, seen, seat, act));
    } catch (error) {
      if (error instanceof RulesError) return error.refusal;
      throw error;
    } finally {
      --this.#acting;
    }
    this.#show();
    void this.#letBotsPlay();
    return null;
  }

  /** The player whose hand is shown resigns. */
  resign(): Promise<Refusal | null> {
    return this.act({ leave: true });
  }

  /** Those of the visitor's turns, from 0, that the game can go back to. */
  undoable = $derived.by((): readonly number[] => {
    const shown = this.shown;
    if (!shown || shown.end || this.plan.daily !== undefined) return [];
    if (shown.seats.filter(({ bot }) => !bot).length !== 1) return [];
    return shown.view.history.flatMap((turn, i) =>
      turn.seat === shown.you && !turn.pass && !turn.leave ? [i] : [],
    );
  });

  /** Back to the beginning of such a turn. */
  async undo(turn: number): Promise<void> {
    ++this.#acting;
    try {
      await this.#ask((game, turns) => rules.games(this.#asker).undo(game, turns, turn));
      this.#show();
    } catch (error) {
      this.#report(error);
    } finally {
      --this.#acting;
    }
  }

  /** The visitor has asked for a hint. */
  hinted(): void {
    if (this.#kept.hinted) return;
    this.#kept = { ...this.#kept, hinted: true };
    this.#ask(() => Promise.resolve(this.#table)).catch(this.#report);
  }

  record(): Promise<string | null> {
    return Promise.resolve(this.#table.record ?? null);
  }

  /** For what nobody waits for. */
  #report = (error: unknown) => {
    if (isModuleFailure(error)) this.#showFailure();
    else if (error !== elsewhere) reportError(error);
  };
  #showFailure(): void {
    if (!this.#closed) moduleState.game = true;
  }

  // Questions about the game are asked one after the other: each answer continues the last.
  #last: Promise<unknown> = Promise.resolve();
  #ask(question: (game: number, turns: number) => Promise<LocalTable> | null): Promise<void> {
    const asked = this.#last.then(async () => {
      const table = await this.#answerTo(question);
      if (table) await this.#take(table);
    });
    this.#last = asked.catch(() => undefined);
    return asked;
  }
  /** If the worker has failed, another one is told the game and asked again, once. */
  async #answerTo(
    question: (game: number, turns: number) => Promise<LocalTable> | null,
  ): Promise<LocalTable | null> {
    const asked = async () => {
      const answer = await question(this.#table.game, this.#history.length);
      moduleState.game = false;
      return answer;
    };
    try {
      return await asked();
    } catch (error) {
      if (!isModuleFailure(error)) throw error;
    }
    try {
      this.#asker.restart();
      const table = await rules.games(this.#asker).open(this.#text());
      this.#history = [];
      this.#scores = [];
      this.#know(table);
      return await asked();
    } catch (error) {
      if (isModuleFailure(error)) this.#showFailure();
      throw error;
    }
  }
  /** What opens the game again. */
  #text(): string {
    const { head, turns } = this.#saved;
    return `${head}${turns.join(",")}${this.#table.saved.tail}`;
  }

  /** Adds what is new to what is known. */
  #know(table: LocalTable): void {
    const { turns, view, scores, saved } = table;
    this.#table = table;
    this.#history = [...this.#history.slice(0, turns), ...view.history];
    this.#scores = [...this.#scores.slice(0, turns), ...scores];
    this.#saved = {
      head: saved.head ?? this.#saved.head,
      turns: [...this.#saved.turns.slice(0, turns), ...saved.turns],
    };
  }

  /** Stores what is new, and counts the game if it is over. */
  async #take(table: LocalTable): Promise<void> {
    this.#know(table);
    const first = table.end !== undefined && !this.#kept.counted;
    if (!(await this.#keep())) {
      await this.#reopen();
      throw elsewhere;
    }
    if (first) this.#count();
  }

  /** False if another tab has played on meanwhile. */
  async #keep(): Promise<boolean> {
    const next: KeptGame = {
      ...this.#kept,
      revision: this.#kept.revision + 1,
      at: Date.now(),
      counted: this.#kept.counted || this.#table.end !== undefined,
      standing: standingOf(this.#table, this.#history.length),
    };
    const text = this.#text();
    const before = this.#kept;
    // Set first, so that this session does not take its own change for another tab's.
    this.#kept = next;
    const record = this.#table.record ?? null;
    const stored = await writeGame(next, { id: this.id, text, record });
    this.unsaved = stored === "memory";
    if (stored === "nowhere") this.#kept = before;
    return stored !== "nowhere";
  }

  /** Shows what another tab has stored. */
  #follow(): Promise<void> {
    const followed = this.#last.then(() => this.#reopen());
    this.#last = followed.catch(() => undefined);
    return followed;
  }
  async #reopen(): Promise<void> {
    const found = await readGame(this.id);
    if (!found) {
      this.gone = true;
      this.close();
      return;
    }
    if (found.game.revision === this.#kept.revision) return;
    const before = this.#table.game;
    const table = await rules.games(this.#asker).open(found.save.text, {
      // Around one screen, nobody knows who sits at this one.
      covered: this.shared,
    });
    // Unless it is another worker, which does not know it.
    rules
      .games(this.#asker)
      .close(before)
      .catch(() => undefined);
    this.#kept = found.game;
    this.#history = [];
    this.#scores = [];
    this.#know(table);
    this.#show();
    if (!document.hidden) void this.#letBotsPlay();
  }

  #show(): void {
    if (this.#closed) return;
    this.covered = this.#table.covered;
    this.shown = this.#shownNow();
  }
  #shownNow(): Shown {
    const { view, theme, bots, you, preview, end, winners } = this.#table;
    return {
      view: { ...view, history: this.#history },
      theme,
      seats: view.seats.map((seat, i) => ({
        name: seat.name,
        bot: bots[i] || null,
        away: false,
        bankMs: null,
      })),
      // Once it is over, nobody around one screen is “you” any more.
      you: end && this.shared ? null : you,
      end: end ?? null,
      winners: winners ?? [],
      deadline: null,
      hints: true,
      scores: this.#scores,
      preview,
    };
  }

  /** Adds the finished game to the statistics. */
  #count(): void {
    const { daily, unofficial } = this.plan;
    const shown = this.#shownNow();
    const played = playedGame(shown, this.#scores, Date.now());
    if (!played) return;
    // The first game of a day counts, if it was finished.
    const isFirst = daily !== undefined && !playedGames().some((game) => game.daily === daily);
    keepGame({
      ...played,
      ...(daily === undefined ? {} : { daily }),
      ...(this.#kept.hinted ? { hints: true } : {}),
    });
    const { record } = this.#table;
    if (isFirst && !unofficial && record && shown.view.seats.every((seat) => seat.in))
      keepDay({ day: daily, record });
  }

  #botsPlay = false;
  async #letBotsPlay(): Promise<void> {
    if (this.#botsPlay) return;
    this.#botsPlay = true;
    const toMove = () => this.#table.bot !== "" && !this.#closed;
    this.#pace.start();
    try {
      for (let last: "own" | "bot" = "own"; toMove(); last = "bot") {
        const shownAt = performance.now();
        const six = this.#scores.at(-1)?.lines.some(({ bonus }) => bonus !== undefined);
        await this.#ask((game, turns) =>
          toMove() ? rules.games(this.#asker).bot(game, turns) : null,
        ).catch(unlessElsewhere);
        await this.#pace.after(six ? "sixfold" : last, shownAt);
        this.#show();
      }
    } catch (error) {
      this.#report(error);
    } finally {
      this.#botsPlay = false;
    }
  }
}
