// Playing on from any point of a recorded game. Everyone keeps the tiles they had there; what is
// drawn and rolled from then on is new.
import { Asker, rules } from "../game/rules";
import type { Act, End, LocalTable, View } from "../game/types";
import { savedLine, type Line, type RecordTurn, type Step } from "./lines";

/** Where a line has led to. */
export interface Tip {
  line: Line;
  /** What has been done in the turn that is not over. */
  steps: Step[];
  /** What the player to move knows; a spectator's view if the game is over. */
  view: View;
  end: End | null;
}

/** What the module has saved after the turns that were known. */
function savedIn({ saved }: LocalTable): { turns: RecordTurn[]; steps: Step[] } {
  const { local } = JSON.parse(`{"turns":[${saved.tail}`) as { local: { steps: Step[] } };
  const turns = saved.turns.map((text) => JSON.parse(text) as RecordTurn);
  return { turns, steps: local.steps };
}

/** What the record of a finished game says about its end. */
function outcomeOf({ record }: LocalTable): Omit<Line, "after" | "turns"> {
  if (!record) return {};
  const { end, scores, winners } = JSON.parse(record) as Omit<Line, "after" | "turns">;
  return { end, scores, winners };
}

export class PlayOn {
  #asker = new Asker();
  #games = rules.games(this.#asker);

  constructor(readonly record: string) {}

  close(): void {
    this.#asker.close();
  }

  /** The position at the end of a line, as its player to move sees it. */
  async at(line: Line, steps: Step[] = []): Promise<Tip> {
    const shown = await this.#open(line, steps, 0);
    const { turn } = shown.view;
    const table = turn === 0 || shown.end ? shown : await this.#open(line, steps, turn);
    return { line, steps, view: table.view, end: table.end ?? null };
  }

  /** The player to move acts. */
  async act({ line, steps, view }: Tip, act: Act): Promise<Tip> {
    const saved = savedLine(this.record, line, { seat: view.turn, steps });
    const { game } = await this.#games.open(saved);
    const done = this.#games.act(game, knownOf(line), view.turn, act);
    const table = await done.finally(() => void this.#games.close(game));
    return this.#after(line, table);
  }

  /** A bot makes all the acts of the turn. */
  async answer({ line, steps, view }: Tip, level: string): Promise<Tip> {
    const saved = savedLine(this.record, line, { seat: view.turn, steps, level });
    let table = await this.#games.open(saved);
    const { game } = table;
    try {
      do table = await this.#games.bot(game, knownOf(line));
      while (table.saved.turns.length === 0 && !table.end);
    } finally {
      void this.#games.close(game);
    }
    return this.#after(line, table);
  }

  #after(line: Line, table: LocalTable): Promise<Tip> {
    const { turns, steps } = savedIn(table);
    return this.at(
      { after: line.after, turns: [...line.turns, ...turns], ...outcomeOf(table) },
      steps,
    );
  }

  async #open(line: Line, steps: Step[], seat: number): Promise<LocalTable> {
    const table = await this.#games.open(savedLine(this.record, line, { seat, steps }));
    void this.#games.close(table.game);
    return table;
  }
}
const knownOf = ({ after, turns }: Line) => after + turns.length;
