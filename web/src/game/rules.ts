// The rules as the app sees them: questions to the module in its workers. One worker answers urgent
// questions, another one lets bots think.
import moduleUrl from "$module/sixfold.wasm?url";
import type { FairProof } from "./bag";
import type {
  Act,
  BoardForm,
  Catalogue,
  EditionName,
  GameView,
  Hint,
  Options,
  PlacedText,
  Preview,
  Refusal,
  ReplayMoment,
  ReviewedAct,
  Score,
  Tableau,
  ThemeName,
  Variant,
  View,
} from "./types";

export interface LocalPlan {
  variant: Variant;
  options: Options;
  theme: ThemeName;
  board?: BoardForm;
  seats: { name: string; bot?: string }[];
  opener?: number;
  seed: number;
  /** The day, if it is the game of the day. */
  daily?: string;
  /** Whether the bag follows from the date alone, so that no server would take the result. */
  unofficial?: boolean;
}

/** The game of a day. */
export interface DailyGame {
  edition: EditionName;
  bot: string;
  seed: number;
  /** Of a game that follows from a secret: the hash that binds the server to it. */
  commitment?: string;
}

/** An error returned by the module. */
export class RulesError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message ?? refusal.code);
  }
}

// Fetched and compiled once, while the page is still loading.
const compiled = WebAssembly.compileStreaming(fetch(moduleUrl));

export class Asker {
  #worker: Promise<Worker> | undefined;
  #number = 0;
  #waiting = new Map<number, (answer: unknown) => void>();

  ask<T>(name: string, question?: unknown): Promise<T> {
    this.#worker ??= this.#start();
    const number = ++this.#number;
    void this.#worker.then((worker) => worker.postMessage({ number, name, question }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, (answer) => {
        const { error } = (answer ?? {}) as { error?: Refusal };
        if (error) reject(new RulesError(error));
        else resolve(answer as T);
      });
    });
  }

  /** Stops whatever it is doing. */
  close(): void {
    void this.#worker?.then((worker) => worker.terminate());
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener(
      "message",
      (event: MessageEvent<{ number: number; answer: unknown }>) => {
        const { number, answer } = event.data;
        this.#waiting.get(number)?.(answer);
        this.#waiting.delete(number);
      },
    );
    worker.postMessage(await compiled);
    return worker;
  }
}

const quick = new Asker();
const thinking = new Asker();

let known: Promise<Catalogue> | undefined;

export const rules = {
  catalogue: () => (known ??= quick.ask<Catalogue>("catalogue")),
  layout: (
    question: { tableaus: Tableau[] } | { rows: string[] } | { variant: Variant; seed: number },
  ) => quick.ask<{ board: BoardForm; tableaus?: Tableau[] }>("layout", question),
  newGame: (plan: LocalPlan) => quick.ask<{ game: string }>("new_game", plan),
  gameView: (game: string, seat: number | null) => quick.ask<GameView>("game_view", { game, seat }),
  gameAct: (game: string, seat: number, act: Act) =>
    quick.ask<{ game: string }>("game_act", { game, seat, act }),
  preview: (view: View, place: PlacedText[]) => quick.ask<Preview>("preview", { view, place }),
  scoreSheet: (view: View) => quick.ask<{ turns: (Score | null)[] }>("score_sheet", { view }),
  replay: (record: string, turn: number) => quick.ask<ReplayMoment>("replay", { record, turn }),
  /** From the server's secret for that day or, without one, from the date alone. */
  daily: (day: string, secret: string | null) => quick.ask<DailyGame>("daily", { day, secret }),
  /** Null if the record is valid. */
  verify: (record: string) => quick.ask<null>("verify", record),
  /** Draws the game of a record again, using the proof in it. */
  checkFair: (record: string) => quick.ask<{ fair: FairProof }>("check_fair", { record }),
  /** The seal that commits a seat to a seed which nobody else knows yet. */
  seal: (game: string, seat: number, seed: string) =>
    quick.ask<{ seal: string }>("seal", { game, seat, seed }).then(({ seal }) => seal),
  /** The acts of one turn, reviewed by the caller's worker. */
  reviewTurn: (asker: Asker, record: string, turn: number, simulations: number) =>
    asker.ask<{ acts: ReviewedAct[] }>("review_turn", { record, turn, simulations }),
  hint: (view: View, simulations: number) => thinking.ask<Hint>("hint", { view, simulations }),
  judge: (view: View, act: Act, simulations: number) =>
    thinking.ask<ReviewedAct>("judge", { view, act, simulations }),
  /** What a bot of this level would play with this view. */
  levelAct: (question: {
    view: View;
    bot: string;
    seed: number;
    stream: number;
    budget_ms: number;
  }) => thinking.ask<{ act: Act }>("bot", { id: 1, ...question }).then(({ act }) => act),
  /** What the bot to move plays. */
  botAct: (game: string) => thinking.ask<{ act: Act }>("game_bot", { game }).then(({ act }) => act),
};
