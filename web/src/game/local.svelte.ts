// A game run by this browser, with people around one screen and bots.
import { keepDay, keepGame, playedGame, playedGames } from "./history";
import { pause } from "./notices.svelte";
import { rules, RulesError, type LocalPlan } from "./rules";
import type { Session, Shown } from "./session";
import { keep, kept, settings } from "./settings.svelte";
import type { Act, GameView, Refusal } from "./types";

const storageKey = "sixfold.game";

interface KeptGame {
  game: string;
  plan: LocalPlan;
  /** The seat whose hand was last shown. */
  revealed: number | null;
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

  #game: string;
  #revealed: number | null;
  #counted = false;
  #closed = false;

  private constructor(
    readonly plan: LocalPlan,
    game: string,
    revealed: number | null,
  ) {
    this.#game = game;
    this.#revealed = revealed;
  }

  static async begin(plan: LocalPlan): Promise<LocalSession> {
    return LocalSession.goOn(plan, (await rules.newGame(plan)).game);
  }

  /** Continues a game that has been played up to here. */
  static async goOn(plan: LocalPlan, game: string): Promise<LocalSession> {
    keep("sixfold.laid.local", null);
    const session = new LocalSession(plan, game, null);
    await session.#go();
    return session;
  }

  /** The game that was left, if there is one. */
  static async resume(): Promise<LocalSession | null> {
    const before = keptGame();
    if (!before) return null;
    try {
      await rules.gameView(before.game, null);
    } catch {
      keep(storageKey, null);
      return null;
    }
    const session = new LocalSession(before.plan, before.game, before.revealed);
    session.#counted = before.counted ?? false;
    await session.#go();
    return session;
  }

  close(): void {
    this.#closed = true;
  }

  reveal(): void {
    this.#revealed = this.covered;
    this.#save();
    void this.#show();
  }

  async act(act: Act): Promise<Refusal | null> {
    const seat = this.shown?.view.turn ?? 0;
    try {
      const { game } = await rules.gameAct(this.#game, seat, act);
      this.#game = game;
    } catch (error) {
      if (error instanceof RulesError) return error.refusal;
      throw error;
    }
    await this.#go();
    return null;
  }

  /** The only person resigns, or the player to move. */
  async resign(): Promise<Refusal | null> {
    const seat = this.shown?.you ?? this.shown?.view.turn ?? 0;
    const { game } = await rules.gameAct(this.#game, seat, { leave: true });
    this.#game = game;
    await this.#go();
    return null;
  }

  record(): Promise<string | null> {
    const record = JSON.parse(this.#game) as Record<string, unknown>;
    if (!record.end) return Promise.resolve(null);
    delete record.local;
    return Promise.resolve(JSON.stringify(record));
  }

  #save(): void {
    const { plan } = this;
    const game: KeptGame = { game: this.#game, plan, revealed: this.#revealed };
    keep(storageKey, { ...game, counted: this.#counted });
  }

  async #go(): Promise<void> {
    this.#save();
    await this.#show();
    void this.#letBotsPlay();
  }

  /**
   * The seat whose hand is shown: the only person's, or that of the player who has taken the
   * device.
   */
  #seatShown({ view, bots, end }: GameView): number | null {
    const people = bots.flatMap((bot, seat) => (bot === "" ? [seat] : []));
    this.covered = null;
    if (people.length < 2) return people[0] ?? null;
    const open = view.seats.some((seat) => seat.hand !== undefined);
    if (end || (open && !people.includes(view.turn))) return this.#revealed ?? people[0] ?? null;
    if (open) return view.turn;
    if (people.includes(view.turn) && this.#revealed !== view.turn) {
      this.covered = view.turn;
      return null;
    }
    return this.#revealed;
  }

  async #show(): Promise<void> {
    const table = await rules.gameView(this.#game, null);
    const you = this.#seatShown(table);
    const seen = you === null ? table : await rules.gameView(this.#game, you);
    if (this.#closed) return;
    this.shown = {
      view: seen.view,
      theme: seen.theme,
      seats: seen.view.seats.map((seat, i) => ({
        name: seat.name,
        bot: seen.bots[i] || null,
        away: false,
        bankMs: null,
      })),
      you,
      end: seen.end ?? null,
      winners: seen.winners ?? [],
      deadline: null,
      hints: true,
    };
    if (seen.end) await this.#count(this.shown);
  }

  /** Adds a finished game to the statistics once. */
  async #count(shown: Shown): Promise<void> {
    if (this.#counted) return;
    this.#counted = true;
    this.#save();
    const { turns } = await rules.scoreSheet(shown.view);
    const { daily, unofficial } = this.plan;
    const played = playedGame(shown, turns, Date.now());
    if (!played) return;
    // The first game of a day counts, if it was finished.
    const isFirst = daily !== undefined && !playedGames().some((game) => game.daily === daily);
    keepGame(daily ? { ...played, daily } : played);
    const record = await this.record();
    if (isFirst && !unofficial && record && shown.view.seats.every((seat) => seat.in))
      keepDay({ day: daily, record });
  }

  #botsRun = 0;
  async #letBotsPlay(): Promise<void> {
    const run = ++this.#botsRun;
    for (let first = true; ; first = false) {
      const { view, bots, end } = await rules.gameView(this.#game, null);
      const bot = bots[view.turn];
      if (end || !bot || this.#closed || run !== this.#botsRun) return;
      const started = performance.now();
      const asked = this.#game;
      const act = await rules.botAct(asked);
      const least = settings.brisk ? 0 : first ? 700 : 500;
      await pause(Math.max(0, least - (performance.now() - started)));
      if (this.#closed || run !== this.#botsRun || asked !== this.#game) return;
      const { game } = await rules.gameAct(this.#game, view.turn, act);
      this.#game = game;
      this.#save();
      await this.#show();
    }
  }
}
