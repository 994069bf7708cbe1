// The turns of a record as pictures: one of them, or a film of many, written as an animated GIF.
import { pillsOf } from "../board/marks";
import { lastTurn, replayedTiles } from "../game/replaying.svelte";
import { rules } from "../game/rules";
import { hasCubes, type ReplayMoment, type Score } from "../game/types";
import { withSeatNames } from "../game/words";
import { t } from "../i18n/index.svelte";
import { boundsOfTiles, drawnOn, pictureOf, type Colour, type Picture } from "./picture";

/** How long a turn is shown, and the last one, in milliseconds. */
const turnTime = 1200;
const lastTime = 4000;
/** The longer side of a film in pixels, and the pixels of all its pictures, which are in memory. */
const longest = 640;
const mostPixels = 24_000_000;

export class RecordPictures {
  readonly #bounds;

  private constructor(
    readonly record: string,
    readonly last: ReplayMoment,
    readonly scores: (Score | null)[],
  ) {
    this.#bounds = boundsOfTiles(replayedTiles(last));
  }

  static async of(record: string): Promise<RecordPictures> {
    const last = await rules.replay(record, lastTurn);
    const { turns } = await rules.scoreSheet(last.view, last.end);
    return new RecordPictures(record, { ...last, view: withSeatNames(last.view) }, turns);
  }

  get turns(): number {
    return this.last.turns;
  }
  get players(): string[] {
    return this.last.view.seats.map(({ name }) => name);
  }

  /** The table after a turn; with `whole`, all of it that is ever used. */
  async picture(turn: number, whole = false): Promise<Picture> {
    const moment = await rules.replay(this.record, turn);
    const view = withSeatNames(moment.view);
    const last = view.history.at(-1);
    const score = last?.place ? this.scores[view.history.length - 1] : null;
    const name = view.seats[last?.seat ?? 0]?.name ?? "";
    const title = last
      ? t("review.act", { turn, name })
      : t("replay.of", { turn: 0, turns: this.turns });
    return {
      tiles: replayedTiles(moment),
      board: view.board,
      theme: moment.theme,
      cube: hasCubes(view),
      pills: score ? pillsOf(score) : [],
      seats: view.seats,
      caption: last?.points ? `${title} +${last.points}` : title,
      ...(whole ? { bounds: this.#bounds } : {}),
    };
  }

  /** The turns from one to another as a GIF. The library is loaded for the first film. */
  async film(
    from: number,
    to: number,
    colour: Colour,
    ondrawn: (turn: number) => void,
  ): Promise<Blob> {
    const { Encoder } = await import("modern-gif");
    const first = pictureOf(await this.picture(from, true), colour);
    const { right, bottom } = first.size;
    const most = Math.min(
      longest / Math.max(right, bottom),
      Math.sqrt(mostPixels / (to - from + 1) / right / bottom),
    );
    const width = Math.round(right * most);
    const height = Math.round(bottom * most);
    const encoder = new Encoder({ width, height });
    for (let turn = from; turn <= to; ++turn) {
      const { svg } = pictureOf(await this.picture(turn, true), colour);
      // Pictures without transparent corners: of each, only what has changed is written.
      const drawn = await drawnOn(svg, width, height, colour("--cloth"));
      const { data } = drawn.getImageData(0, 0, width, height);
      await encoder.encode({ data, delay: turn === to ? lastTime : turnTime });
      ondrawn(turn);
    }
    return encoder.flush("blob");
  }
}
