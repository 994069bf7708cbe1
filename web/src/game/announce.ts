// Announces what is new at a table, in words and sounds.
import { t } from "../i18n/index.svelte";
import { notify, say, sound } from "./notices.svelte";
import type { Shown } from "./session";
import { hasCubes, type TileText } from "./types";
import { endText, headlineOf, tileNames, turnText } from "./words";

/** The tiles that are in the hand now but were not before. */
export function cameToHand(was: TileText[], is: TileText[]): TileText[] {
  const held = [...was];
  return is.filter((tile) => {
    const at = held.indexOf(tile);
    if (at >= 0) held.splice(at, 1);
    return at < 0;
  });
}

/** `before` is null when the table has just been opened. */
export function announceNews(before: Shown | null, shown: Shown, gameName: string): void {
  const { view: is, theme } = shown;
  const was = before?.view ?? null;
  const first = was === null || was.history.length > is.history.length;
  const news = first ? [] : is.history.slice(was.history.length);
  for (const turn of news) {
    say(turnText(turn, is.seats[turn.seat]?.name ?? "", theme, shown.you));
    if (turn.points !== undefined && turn.seat !== is.seat) sound("lay");
  }
  if (was && was.seat === is.seat && is.seat !== null) {
    const came = cameToHand(was.hand, is.hand);
    const cube = hasCubes(is);
    const rolled = cube && news.length === 0;
    if (came.length > 0 && rolled) sound("roll");
    if (came.length > 0)
      say(t(rolled ? "say.rolled" : "say.drew", { tiles: tileNames(came, theme) }));
  }
  if (shown.end) {
    if (before?.end) return;
    if (was && news.length > 0) sound("end");
    say(`${headlineOf(shown)} ${endText(shown)}`);
  } else if (is.seat !== null && is.turn === is.seat) {
    if (!first && news.length === 0 && was.seat === is.seat) return;
    say(t("say.turn", { tiles: tileNames(is.hand, theme) }));
    if (!first) sound("turn");
    notify(t("notify.turn", { game: gameName }), location.pathname);
  }
}
