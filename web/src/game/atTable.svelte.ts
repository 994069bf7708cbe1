// What a visitor sees and does at a table, whoever runs the game.
import { tick } from "svelte";
import { t } from "../i18n/index.svelte";
import { cheerFor, Cheers } from "./cheers.svelte";
import { Desk } from "./desk.svelte";
import { HintSteps } from "./hints.svelte";
import { Laying } from "./laying.svelte";
import { pause, say, sound } from "./notices.svelte";
import { rules } from "./rules";
import type { Session, Shown } from "./session";
import { settings } from "./settings.svelte";
import { isTakenElsewhere, shortcutOf, type ShortcutName } from "./shortcuts";
import { cameToHand, announceNews } from "./announce";
import {
  rollIsDue,
  tileOf,
  type Act,
  type ActName,
  type Score,
  type TileText,
  type View,
} from "./types";
import { reasonText, refusalText, turnAdvice } from "./words";

/** Reasons that have nothing to do with the cell they come with. */
const anywhere = new Set(["no_disc", "not_at_start", "act_not_open"]);

export class AtTable {
  readonly desk: Desk;
  readonly hints = new HintSteps();
  readonly cheers = new Cheers();
  /** How often a field for typing was asked for since it was closed last. */
  typing = $state(0);
  showResult = $state(false);
  showKeys = $state(false);

  #busy = $state(false);
  #before: Shown | null = null;
  #following: Promise<void> = Promise.resolve();

  constructor(
    readonly session: Session,
    readonly gameName: () => string,
  ) {
    this.desk = new Desk(new Laying(session.key));
  }

  shown = $derived.by(() => this.session.shown);
  view = $derived(this.shown?.view ?? null);
  paused = $derived(this.shown?.paused === true);
  myTurn = $derived(
    this.shown !== null &&
      !this.shown.end &&
      !this.paused &&
      this.shown.you !== null &&
      this.view?.turn === this.shown.you,
  );
  acts = $derived<ActName[]>(this.myTurn && !this.#busy ? (this.view?.acts ?? []) : []);
  mustRoll = $derived(rollIsDue(this.acts));
  canHint = $derived(this.shown?.hints === true && this.acts.length > 0);

  /** Whose turn it is. */
  status = $derived.by(() => {
    const { shown, view } = this;
    if (!shown || !view) return "";
    if (shown.end) return t("table.turn.over");
    if (this.paused) return t("table.turn.paused");
    if (this.myTurn) return t("table.turn.you");
    const name = view.seats[view.turn]?.name ?? "";
    return t(shown.seats[view.turn]?.bot ? "table.turn.other" : "table.turn.person", { name });
  });
  /** What to do with the tiles that are placed, or at the start of an unusual turn. */
  advice = $derived.by(() => {
    const { desk, view } = this;
    if (!this.myTurn) return "";
    if (desk.wrong?.reason) return desk.saidOnBoard ? "" : reasonText(desk.wrong.reason);
    return view && desk.laying.laid.length === 0 ? turnAdvice(view) : "";
  });
  /** The points of an earlier turn that the visitor looks at. */
  looking = $state.raw<Score | null>(null);
  look = (score: Score | null): void => {
    this.looking = score;
  };
  /** Around one screen: what the visitor drew after passing the device on. */
  drew = $state.raw<TileText[]>([]);
  /** What each seat had left when it passed the device on. */
  readonly #left = new Map<number, TileText[]>();

  /** Follows the game while the component that calls this is on the page. */
  follow(): void {
    $effect(() => {
      const seen = this.shown;
      if (!seen) return;
      this.desk.active = this.myTurn;
      this.hints.forget();
      // When players are told that it is their turn, they can immediately see where tiles fit.
      this.#following = this.#following
        .then(() => this.desk.follow(seen.view, seen.theme, seen.preview, seen.end))
        .catch((error: unknown) => reportError(error))
        .then(() => this.#tell(seen));
    });
    $effect(() => {
      const { desk, hints, cheers } = this;
      const lines = this.looking?.lines.flatMap(({ cells }) => cells);
      desk.pointed = lines ? new Set(lines) : hints.cells;
      desk.looking = this.looking;
      desk.suggested = hints.suggested;
      desk.marked = hints.inHand;
      desk.drew = this.drew;
      desk.lit = cheers.current?.cells ?? [];
    });
  }

  #tell(seen: Shown): void {
    const before = this.#before;
    // Whether hints are allowed may become known after the view.
    if (before?.view === seen.view) return;
    announceNews(before, seen, this.gameName());
    if (seen.end && !before?.end) void this.#endOf(before !== null);
    void this.#tellPoints(seen, (before ?? seen).view.history.length);
    this.#before = seen;
    this.looking = null;
    if (before?.view.seat !== seen.view.seat) this.#findDrawn(seen.view);
    if (this.mustRoll) this.desk.laying.setMode("roll");
    if (seen.end) this.desk.laying.forget();
  }
  #findDrawn({ seat, hand }: View): void {
    const left = seat === null ? undefined : this.#left.get(seat);
    this.drew = left ? cameToHand(left, hand) : [];
  }
  /** Viewers who were there see the last move before the result. */
  async #endOf(live: boolean): Promise<void> {
    if (live && !settings.brisk) await pause(1600);
    this.showResult = true;
  }
  /** The points of others are shown on the board; every new Sixfold is celebrated. */
  async #tellPoints({ view, end, scores }: Shown, known: number): Promise<void> {
    this.desk.news = null;
    // After a take, the history alone does not lead to the current table.
    const turns =
      scores ??
      (await rules.scoreSheet(view, end).then(
        (sheet) => sheet.turns,
        () => [],
      ));
    for (const [i, turn] of view.history.entries()) {
      if (i < known) continue;
      const cheer = cheerFor(turn, turns[i] ?? null, view.seats[turn.seat]?.name ?? "");
      if (cheer) void this.cheers.add(cheer);
    }
    if (view === this.view && view.history.at(-1)?.seat !== view.seat)
      this.desk.news = turns.at(-1) ?? null;
  }

  // Acting

  act = async (what: Act): Promise<void> => {
    const { desk } = this;
    if (this.acts.length === 0) return;
    this.#busy = true;
    desk.refused = null;
    try {
      const lines = desk.laying.preview?.score?.lines ?? [];
      const six = lines.filter((line) => line.bonus !== undefined).length;
      const { seat = null, hand = [] } = this.view ?? {};
      const refusal = await this.session.act(what);
      const used = "place" in what ? what.place.map(tileOf) : "trade" in what ? what.trade : null;
      if (!refusal && used && seat !== null && this.session.shared)
        this.#left.set(seat, cameToHand(used, hand));
      if (refusal) {
        const { code, reason } = refusal;
        desk.refused = refusalText(reason && anywhere.has(reason) ? { code, reason } : refusal);
        sound("wrong");
        say(desk.refused);
      } else if ("place" in what && six > 0) {
        // After the table's own announcement of the move.
        await tick();
        await this.#following;
        say(t("move.sixfold", { count: six }));
      }
    } finally {
      this.#busy = false;
    }
  };
  play = async (): Promise<void> => {
    const { laying } = this.desk;
    await laying.settled();
    if (laying.canPlay && this.acts.includes("place")) await this.act(laying.placeAct);
  };
  hint = async (): Promise<void> => {
    if (!this.view || !this.canHint) return;
    this.session.hinted?.();
    const { hints, desk } = this;
    await hints.next(this.view);
    // Other tiles would look like part of the move that it shows.
    if (hints.suggested.length > 0 && desk.laying.laid.length > 0) await desk.laying.clear();
  };
  /** Places the tiles of the hint, or does at once what cannot be prepared. */
  doHint = async (): Promise<void> => {
    const { desk, hints } = this;
    const { suggested } = hints;
    const act = hints.hint?.act;
    hints.forget();
    const last = suggested.at(-1);
    if (last) {
      if (await desk.laying.lay(suggested)) desk.sayLaid(last.tile, last.cell);
    } else if (act) {
      await desk.laying.clear();
      desk.laying.setMode("lay");
      await this.act(act);
    }
  };
  skip = (): void => {
    if (!this.myTurn) this.session.skip?.();
  };

  openTyping = (): void => {
    if (this.shown?.you !== null && !this.shown?.end) ++this.typing;
  };
  closeTyping = (): void => {
    this.typing = 0;
  };

  // Keys

  readonly #keys: Partial<Record<ShortcutName, () => unknown>> = {
    play: () => this.#confirm(),
    hint: this.hint,
    type: this.openTyping,
    skip: this.skip,
    help: () => (this.showKeys = true),
    cancel: () => this.#cancel(),
    trade: () => this.#start("trade"),
    roll: () => this.#start("roll"),
    take: () => this.#start("take"),
  };
  #start(mode: "trade" | "roll" | "take"): void {
    if (this.acts.includes(mode) && !this.mustRoll) this.desk.start(mode);
  }
  /** Plays the placed tiles, or does that for which tiles are picked. */
  async #confirm(): Promise<void> {
    const { laying, prepared } = this.desk;
    if (laying.mode === "lay") return this.play();
    if (!prepared) return;
    laying.setMode("lay");
    await this.act(prepared);
  }
  key(event: KeyboardEvent): void {
    if (isTakenElsewhere(event) || this.desk.key(event)) return;
    const name = shortcutOf(event);
    const run = name && this.#keys[name];
    if (!run) return;
    // A character must not be typed into the field that it opens.
    if (event.key.length === 1) event.preventDefault();
    run();
  }
  /** One thing after the other, the latest first. */
  #cancel(): void {
    const { selected } = this.desk.laying;
    if (this.typing > 0) this.closeTyping();
    else if (this.looking) this.look(null);
    else if (selected === null && (this.hints.busy || this.hints.step > 0)) this.hints.forget();
    else if (!this.mustRoll) this.desk.cancel();
  }
}
