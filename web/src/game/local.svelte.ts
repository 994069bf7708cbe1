// A game run by this browser, with people around one screen and bots. The module decides everything
// about it; this shows what it answers and stores what it says.
import { keepDay, keepGame, playedGame, playedGames } from "./history";
import { pause } from "./notices.svelte";
import { Asker, rules, RulesError, type LocalPlan } from "./rules";
import type { Session, Shown } from "./session";
import { keep, kept, settings } from "./settings.svelte";
import type { Act, LocalTable, Refusal, Score, SeenTurn } from "./types";

const storageKey = "sixfold.game";

interface KeptGame {
  game: string;
  plan: LocalPlan;
  /** The seat whose hand was shown last, if the game itself does not say so. */
  revealed?: number | null;
  /** Whether the finished game is included in the statistics. */
  counted?: boolean;
}

const keptGame = () => kept<KeptGame>(storageKey);
export const unfinishedGame = () => {
  const game = keptGame();
  return game && !("end" in (JSON.parse(game.game) as object)) ? game : null;
};

export class LocalSession implements Session {
  shown = $state.raw<Shown | null>(null);
  covered = $state<number | null>(null);
  readonly key = "sixfold.laid.local";

  readonly #asker: Asker;
  #table: LocalTable;
  // What the module has told of the finished turns.
  #history: SeenTurn[] = [];
  #scores: (Score | null)[] = [];
  #saved: { head: string; turns: string[] } = { head: "", turns: [] };
  #counted: boolean;
  #closed = false;
  // The session whose game is stored.
  static #started: LocalSession | null = null;

  private constructor(
    readonly plan: LocalPlan,
    asker: Asker,
    table: LocalTable,
    counted: boolean,
  ) {
    this.#asker = asker;
    this.#table = table;
    this.#counted = counted;
  }

  /** `ahead`: a bot plays for everyone until the bag holds no more than that. */
  static async begin(plan: LocalPlan, ahead?: { bot: string; bag: number }): Promise<LocalSession> {
    const asker = new Asker();
    try {
      const table = await rules.games(asker).begin(plan, ahead);
      keep("sixfold.laid.local", null);
      return new LocalSession(plan, asker, table, false);
    } catch (error) {
      asker.close();
      throw error;
    }
  }

  /** The game that was left, if there is one. */
  static async resume(): Promise<LocalSession | null> {
    const before = keptGame();
    if (!before) return null;
    const asker = new Asker();
    try {
      const table = await rules.games(asker).open(before.game, before.revealed ?? null);
      return new LocalSession(before.plan, asker, table, before.counted ?? false);
    } catch (error) {
      asker.close();
      // If the module itself fails, that says nothing about the game.
      if (!(error instanceof RulesError) || error.refusal.code === "module") throw error;
      keep(storageKey, null);
      return null;
    }
  }

  /** From now on, this game is the one that is stored, and its bots play. */
  start(): void {
    LocalSession.#started = this;
    this.#take(this.#table);
    this.#show();
    void this.#letBotsPlay();
  }

  /** What a person has done is still stored, but no bot thinks on. */
  close(): void {
    this.#closed = true;
    if (this.#acting === 0) this.#asker.close();
    else void this.#last.then(() => this.#asker.close());
  }

  reveal(): void {
    void this.#ask((game, turns) => rules.games(this.#asker).reveal(game, turns)).then(() =>
      this.#show(),
    );
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

  record(): Promise<string | null> {
    return Promise.resolve(this.#table.record ?? null);
  }

  // Questions about the game are asked one after the other: each answer continues the last.
  #last: Promise<unknown> = Promise.resolve();
  #ask(question: (game: number, turns: number) => Promise<LocalTable> | null): Promise<void> {
    const asked = this.#last.then(async () => {
      const table = await question(this.#table.game, this.#history.length);
      if (table) this.#take(table);
    });
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  /** Adds what is new to what is known, stores it, and counts the game if it is over. */
  #take(table: LocalTable): void {
    const { turns, view, scores, saved } = table;
    this.#table = table;
    this.#history = [...this.#history.slice(0, turns), ...view.history];
    this.#scores = [...this.#scores.slice(0, turns), ...scores];
    this.#saved = {
      head: saved.head ?? this.#saved.head,
      turns: [...this.#saved.turns.slice(0, turns), ...saved.turns],
    };
    if (LocalSession.#started !== this) return;
    this.#save();
    if (table.end) this.#count();
  }

  #save(): void {
    const { head, turns } = this.#saved;
    const game = `${head}${turns.join(",")}${this.#table.saved.tail}`;
    const value: KeptGame = { game, plan: this.plan, counted: this.#counted };
    keep(storageKey, value);
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
      you,
      end: end ?? null,
      winners: winners ?? [],
      deadline: null,
      hints: true,
      scores: this.#scores,
      preview,
    };
  }

  /** Adds a finished game to the statistics once. */
  #count(): void {
    if (this.#counted) return;
    this.#counted = true;
    this.#save();
    const { daily, unofficial } = this.plan;
    const shown = this.#shownNow();
    const played = playedGame(shown, this.#scores, Date.now());
    if (!played) return;
    // The first game of a day counts, if it was finished.
    const isFirst = daily !== undefined && !playedGames().some((game) => game.daily === daily);
    keepGame(daily ? { ...played, daily } : played);
    const { record } = this.#table;
    if (isFirst && !unofficial && record && shown.view.seats.every((seat) => seat.in))
      keepDay({ day: daily, record });
  }

  #botsPlay = false;
  async #letBotsPlay(): Promise<void> {
    if (this.#botsPlay) return;
    this.#botsPlay = true;
    const toMove = () => this.#table.bot !== "" && !this.#closed;
    try {
      for (let first = true; toMove(); first = false) {
        const started = performance.now();
        await this.#ask((game, turns) =>
          toMove() ? rules.games(this.#asker).bot(game, turns) : null,
        );
        const least = settings.brisk ? 0 : first ? 700 : 500;
        await pause(Math.max(0, least - (performance.now() - started)));
        this.#show();
      }
    } finally {
      this.#botsPlay = false;
    }
  }
}
