// The rules as the app sees them: questions to the module in its workers. One worker answers urgent
// questions, one thinks about hints, and each game of this browser has its own, with its bots.
import moduleUrl from "$module/sixfold.wasm?url";
import type { FairProof } from "./bag";
import type { questionOf } from "./composed";
import { moduleState } from "./moduleState.svelte";
import type {
  Act,
  BoardForm,
  Catalogue,
  ComposedAnswer,
  EditionName,
  End,
  Hint,
  LocalTable,
  Options,
  PlacedText,
  Preview,
  RackSlot,
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

// Fetched and compiled once, while the page is still loading; again if that failed.
let compiled: Promise<WebAssembly.Module> | undefined;
function compile(): Promise<WebAssembly.Module> {
  if (compiled) return compiled;
  const attempt = (compiled = WebAssembly.compileStreaming(fetch(moduleUrl)));
  attempt.then(
    () => (moduleState.module = false),
    () => {
      moduleState.module = true;
      compiled = undefined;
    },
  );
  return attempt;
}
void compile().catch(() => undefined);

/** Loads the module again if it is missing; whether it is there now. The next question starts a worker. */
export const loadModule = () =>
  compile().then(
    () => {
      moduleState.worker = false;
      moduleState.game = false;
      return true;
    },
    () => false,
  );

export class Asker {
  #worker: Promise<Worker> | undefined;
  #number = 0;
  #waiting = new Map<number, (answer: unknown) => void>();

  ask<T>(name: string, question?: unknown): Promise<T> {
    this.#worker ??= this.#start();
    const number = ++this.#number;
    this.#worker.then(
      (worker) => worker.postMessage({ number, name, question }),
      (error: unknown) => this.#fail(error),
    );
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, (answer) => {
        const { error } = (answer ?? {}) as { error?: Refusal };
        if (error) reject(new RulesError(error));
        else resolve(answer as T);
      });
    });
  }

  /** Stops it; the next question starts another worker, which knows nothing. */
  restart(): void {
    this.close();
    this.#fail("restarted");
  }

  /** Stops whatever it is doing. */
  close(): void {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  }

  /** Nothing that was asked will be answered; the next question starts another worker. */
  #fail(error: unknown): void {
    this.#worker = undefined;
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answer of unanswered) answer({ error: { code: "module", message: String(error) } });
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("error", (event) => {
      moduleState.worker = true;
      this.#fail(event.message);
    });
    worker.addEventListener(
      "message",
      (event: MessageEvent<{ number: number; answer: unknown }>) => {
        const { number, answer } = event.data;
        moduleState.worker = false;
        this.#waiting.get(number)?.(answer);
        this.#waiting.delete(number);
      },
    );
    try {
      worker.postMessage(await compile());
    } catch (error) {
      worker.terminate();
      throw error;
    }
    return worker;
  }
}

const quick = new Asker();
const thinking = new Asker();

let known: Promise<Catalogue> | undefined;

export const rules = {
  catalogue: () => {
    known ??= quick.ask<Catalogue>("catalogue").catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  },
  layout: (
    question:
      | { tableaus: Tableau[] }
      | { rows: string[]; variant?: Variant; options?: Options; seats?: number }
      | { variant: Variant; seed: number },
  ) => quick.ask<{ board: BoardForm; tableaus?: Tableau[] }>("layout", question),
  /** Whether a game can come to a position that was composed, and one that begins there. */
  position: (question: ReturnType<typeof questionOf>) =>
    quick.ask<ComposedAnswer>("position", question),
  /** A game of this browser in a worker: `turns` is how many of its turns are known already. */
  games: (asker: Asker) => ({
    begin: (plan: LocalPlan) => asker.ask<LocalTable>("game_begin", plan),
    /** `revealed`: whose hand was shown last, for what was saved without it; `covered`: nobody's is. */
    open: (saved: string, shown: { revealed?: number | null; covered?: boolean } = {}) =>
      asker.ask<LocalTable>("game_open", { saved, ...shown }),
    act: (game: number, turns: number, seat: number, act: Act) =>
      asker.ask<LocalTable>("game_act", { game, turns, seat, act }),
    bot: (game: number, turns: number) => asker.ask<LocalTable>("game_bot", { game, turns }),
    reveal: (game: number, turns: number) => asker.ask<LocalTable>("game_reveal", { game, turns }),
    /** Back to the beginning of a person's turn, from 0. */
    undo: (game: number, turns: number, turn: number) =>
      asker.ask<LocalTable>("game_undo", { game, turns, turn }),
    close: (game: number) => asker.ask<unknown>("game_close", { game }),
  }),
  /** The hand in the player's order, and what the rules say about the placed tiles. */
  rack: (view: View, rack: RackSlot[], end: End | null) =>
    quick.ask<{ rack: RackSlot[]; preview?: Preview }>("rack", { view, rack, end }),
  /** Without `by`, in the next order. */
  sort: (rack: RackSlot[], by?: "colour" | "shape") =>
    quick.ask<{ rack: RackSlot[] }>("sort", { rack, by }).then(({ rack: sorted }) => sorted),
  /** What somebody typed; `commands`: the words for each in the page's language. */
  typed: (text: string, commands: Record<string, string>) =>
    quick.ask<{ act: Act } | { play: true }>("typed", { text, commands }),
  hintsAllowed: (agreed: boolean, people: number) =>
    quick.ask<{ allowed: boolean }>("hints", { agreed, people }).then(({ allowed }) => allowed),
  preview: (view: View, place: PlacedText[]) => quick.ask<Preview>("preview", { view, place }),
  scoreSheet: (view: View, end: End | null | undefined) =>
    quick.ask<{ turns: (Score | null)[] }>("score_sheet", { view, end }),
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
};
