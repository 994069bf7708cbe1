// A game run by this browser, with people around one screen and bots. The module decides everything
// about it; this shows what it answers and stores what it says.
import { keepDay, keepGame, playedGame, playedGames } from "./history";
import { pause } from "./notices.svelte";
import { rules, RulesError, type LocalPlan } from "./rules";
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

  #table: LocalTable;
  // What the module has told of the finished turns.
  #history: SeenTurn[] = [];
  #scores: (Score | null)[] = [];
  #saved: { head: string; turns: string[] } = { head: "", turns: [] };
  #counted: boolean;
  #closed = false;

  private constructor(
    readonly plan: LocalPlan,
    table: LocalTable,
    counted: boolean,
  ) {
    this.#table = table;
    this.#counted = counted;
    this.#take(table);
    this.#show();
    void this.#letBotsPlay();
  }

  /** `ahead`: a bot plays for everyone until the bag holds no more than that. */
  static async begin(plan: LocalPlan, ahead?: { bot: string; bag: number }): Promise<LocalSession> {
    const table = await rules.games.begin(plan, ahead);
    keep("sixfold.laid.local", null);
    return new LocalSession(plan, table, false);
  }

  /** The game that was left, if there is one. */
  static async resume(): Promise<LocalSession | null> {
    const before = keptGame();
    if (!before) return null;
    try {
      const table = await rules.games.open(before.game, before.revealed ?? null);
      return new LocalSession(before.plan, table, before.counted ?? false);
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      keep(storageKey, null);
      return null;
    }
  }

  close(): void {
    this.#closed = true;
    void rules.games.close(this.#table.game);
  }

  reveal(): void {
    void rules.games.reveal(this.#table.game, this.#history.length).then((table) => {
      this.#take(table);
      this.#show();
    });
  }

  async act(act: Act): Promise<Refusal | null> {
    try {
      this.#take(await rules.games.act(this.#table.game, this.#history.length, act));
    } catch (error) {
      if (error instanceof RulesError) return error.refusal;
      throw error;
    }
    this.#show();
    void this.#letBotsPlay();
    return null;
  }

  /** The only person resigns, or the player to move. */
  resign(): Promise<Refusal | null> {
    return this.act({ leave: true });
  }

  record(): Promise<string | null> {
    return Promise.resolve(this.#table.record ?? null);
  }

  /** Adds what is new to what is known, and stores it. */
  #take(table: LocalTable): void {
    const { turns, view, scores, saved } = table;
    this.#table = table;
    this.#history = [...this.#history.slice(0, turns), ...view.history];
    this.#scores = [...this.#scores.slice(0, turns), ...scores];
    this.#saved = {
      head: saved.head ?? this.#saved.head,
      turns: [...this.#saved.turns.slice(0, turns), ...saved.turns],
    };
    this.#save();
  }

  #save(): void {
    const { head, turns } = this.#saved;
    const game = `${head}${turns.join(",")}${this.#table.saved.tail}`;
    const value: KeptGame = { game, plan: this.plan, counted: this.#counted };
    keep(storageKey, value);
  }

  #show(): void {
    if (this.#closed) return;
    const { view, theme, bots, you, covered, preview, end, winners } = this.#table;
    this.covered = covered;
    this.shown = {
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
    if (end) this.#count(this.shown);
  }

  /** Adds a finished game to the statistics once. */
  #count(shown: Shown): void {
    if (this.#counted) return;
    this.#counted = true;
    this.#save();
    const { daily, unofficial } = this.plan;
    const played = playedGame(shown, this.#scores, Date.now());
    if (!played) return;
    // The first game of a day counts, if it was finished.
    const isFirst = daily !== undefined && !playedGames().some((game) => game.daily === daily);
    keepGame(daily ? { ...played, daily } : played);
    const { record } = this.#table;
    if (isFirst && !unofficial && record && shown.view.seats.every((seat) => seat.in))
      keepDay({ day: daily, record });
  }

  #botsRun = 0;
  async #letBotsPlay(): Promise<void> {
    const run = ++this.#botsRun;
    for (let first = true; this.#table.bot !== "" && !this.#closed; first = false) {
      const started = performance.now();
      const table = await rules.games.bot(this.#table.game, this.#history.length);
      if (run !== this.#botsRun || this.#closed) return;
      this.#take(table);
      const least = settings.brisk ? 0 : first ? 700 : 500;
      await pause(Math.max(0, least - (performance.now() - started)));
      if (run !== this.#botsRun) return;
      this.#show();
    }
  }
}
