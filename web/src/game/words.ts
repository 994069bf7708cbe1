// Games in words: names of tiles, cells and moves, and why something is not possible.
import { linesThrough } from "../board/marks";
import { locale, maybe, t } from "../i18n/index.svelte";
import type { Shown } from "./session";
import {
  cellPartOf,
  editionNamed,
  editionOf,
  pointOf,
  tileOf,
  type Act,
  type BoardForm,
  type CellText,
  type MoveReason,
  type PlacedText,
  type Refusal,
  type SeenTurn,
  type ThemeName,
  type TileText,
  type Variant,
  type View,
} from "./types";

export const nameOfGame = (variant: Variant, theme: ThemeName) =>
  t(`game.${editionOf(variant, theme).name}.name`);

/** A number with a proper minus sign. */
export const signed = (value: number) => String(value).replace("-", "−");

export const tileName = (tile: TileText, theme: ThemeName) =>
  t(`tile.${theme}`, { colour: tile.charAt(0), shape: tile.charAt(1) });

export const where = (cell: CellText) => {
  const { x, y } = pointOf(cell);
  return { x: signed(x), y: signed(y) };
};

export const listed = (items: string[]) => new Intl.ListFormat(locale()).format(items);

/** “label: text”, with the spaces that the language puts around the colon. */
export const labelled = (label: string, text: string) => t("app.labelled", { label, text });

export const tileNames = (tiles: TileText[], theme: ThemeName) =>
  listed(tiles.map((tile) => tileName(tile, theme)));

/** A cell in words: its tile, or what is printed there. */
export function cellText(
  cell: CellText,
  tile: TileText | undefined,
  theme: ThemeName,
  occupied: ReadonlySet<CellText>,
  board?: BoardForm,
): string {
  if (tile) {
    const count = linesThrough(pointOf(cell), occupied);
    const name = t("cell.tile", { tile: tileName(tile, theme), ...where(cell) });
    return `${name}, ${t("cell.lines", { count })}`;
  }
  const parts = [t("cell.empty", where(cell))];
  const bonus = board?.bonus.find(([at]) => at === cell);
  if (bonus) parts.push(t("cell.bonus", { value: bonus[1] }));
  if (board?.stars.includes(cell)) parts.push(t("cell.star"));
  if (board?.starts.includes(cell)) parts.push(t("cell.start"));
  return parts.join(", ");
}

/**
 * A reason of the rules in words; `needed` is the size of the largest set, if the reason depends on
 * it.
 */
export const reasonText = (reason: string, needed = 0) =>
  maybe(`reason.${reason}`, reason, { needed });

export function refusalText(refusal: Refusal): string {
  if (refusal.reason) {
    const reason = reasonText(refusal.reason);
    return refusal.cell ? t("reason.at", { reason, ...where(refusal.cell) }) : reason;
  }
  return maybe(`refusal.${refusal.code}`, t("refusal.other", { code: refusal.code }));
}

/**
 * The messages for records that cannot be replayed, by code; all others concern its form or the
 * rules.
 */
export const recordFaults = {
  start: "seats layout board preset hand_size opener option start unknown_option".split(" "),
  draw: "no_question wrong_count not_in_bag wrong_colour forced".split(" "),
  points: ["points"],
  end: ["end", "scores", "winners"],
  unknown: ["unknown_format", "unknown_variant"],
};

export function recordText({ code, turn = 0 }: Refusal): string {
  const kinds = Object.keys(recordFaults) as (keyof typeof recordFaults)[];
  const known = kinds.find((one) => recordFaults[one].includes(code));
  if (turn === 0 && known === "draw") return t("record.start");
  return t(`record.${known ?? (turn > 0 ? "rules" : "form")}`, { turn });
}

const countOf = (tiles: number | TileText[] | undefined) =>
  typeof tiles === "number" ? tiles : (tiles?.length ?? 0);

/** Whether a name stands for the visitor: who plays alone is also called “You” in the record. */
const isOwn = (seat: number | undefined, you: number | null, name: string) =>
  (seat !== undefined && seat === you) || name === t("table.you");

/** What happened in a turn, as one or more sentences. */
export function turnText(
  turn: SeenTurn,
  name: string,
  theme: ThemeName,
  you: number | null = null,
): string {
  const said: string[] = [];
  const who = { name, you: String(isOwn(turn.seat, you, name)) };
  if (turn.roll) said.push(t("move.roll", { ...who, count: turn.roll.cubes.length }));
  if (turn.forced?.length) said.push(t("move.forced", { count: turn.forced.length }));
  if (turn.take) said.push(t("move.take", { ...who, tile: tileName(tileOf(turn.take), theme) }));
  if (turn.place) {
    const tiles = turn.place.map((placed) =>
      t("cell.tile", { tile: tileName(tileOf(placed), theme), ...where(cellPartOf(placed)) }),
    );
    said.push(
      t("move.place", { ...who, tiles: tiles.join(t("app.separator")), points: turn.points ?? 0 }),
    );
  } else if (turn.trade !== undefined) {
    said.push(t("move.trade", { ...who, count: countOf(turn.trade) }));
  } else if (turn.leave) {
    said.push(t("move.leave", who));
  } else {
    said.push(t("move.pass", who));
  }
  return said.join(" ");
}

/** What happened in a turn, in a word or two. */
export function turnShort(turn: SeenTurn, theme: ThemeName): string {
  const parts: string[] = [];
  if (turn.take) parts.push(t("move.short.take", { tile: tileName(tileOf(turn.take), theme) }));
  if (turn.place) parts.push(t("move.short.place", { count: turn.place.length }));
  else if (turn.trade !== undefined)
    parts.push(t("move.short.trade", { count: countOf(turn.trade) }));
  else if (turn.leave === "timeout") parts.push(t("move.short.timeout"));
  else if (turn.leave) parts.push(t("move.short.resigned"));
  else parts.push(t("move.short.pass"));
  return parts.join(", ");
}

/** What somebody did, told beside the board, where the tiles themselves are in sight. */
export function newsText(turn: SeenTurn, name: string, theme: ThemeName): string {
  if (!turn.place) return turnText(turn, name, theme);
  return `${labelled(name, turnShort(turn, theme))} +${turn.points ?? 0}`;
}

/** What to do at the start of a turn that is not an ordinary one (B2, S2, N2, B10, C5). */
export function turnAdvice(view: View): string {
  if (!view.opened) return openingText(view);
  return view.acts.includes("trade") && !view.acts.includes("place") ? t("table.stuck") : "";
}

/** Whether only the longest line of the hand may be placed now. */
export const opensWithLongest = ({ opened, variant, tiles, options }: View) =>
  !opened &&
  tiles.length === 0 &&
  (options.opening ?? editionNamed(variant).options.opening) !== "youngest";

/** The requirement of the first turn (B2, S2, N2, X2). */
export function openingText(view: View): string {
  const { variant, tiles, board } = view;
  if (tiles.length > 0) return t("table.open.touch");
  const game = editionNamed(variant);
  const anyLine = !opensWithLongest(view);
  if (game.start_cells && board?.starts.length)
    return t(anyLine ? "table.open.start.any" : "table.open.start");
  return t(anyLine ? "table.open.any" : "table.open");
}

/** How a move is typed in this game. */
export function typingHelp({ variant }: View): string {
  const help = t("table.type.help");
  // Only some games have discs with which tiles can be taken.
  return editionNamed(variant).discs ? help : help.replace(/ · \S+ Yd@3,4/, "");
}

export const botName = (level: string) =>
  maybe(`bot.${level}.name`, level.charAt(0).toUpperCase() + level.slice(1));

/** The name of a seat as people see it: a server calls its bots by their levels. */
export const seatName = (name: string) => maybe(`bot.${name}.name`, name);
export const withSeatNames = (view: View): View => ({
  ...view,
  seats: view.seats.map((seat) => ({ ...seat, name: seatName(seat.name) })),
});

/** Who won. */
export function headlineOf({ view, winners, you }: Shown): string {
  const name = (seat: number) => view.seats[seat]?.name ?? "";
  const [winner, ...others] = winners;
  if (winner === undefined) return t("result.aborted");
  if (others.length > 0) return t("result.shared", { names: listed(winners.map(name)) });
  return isOwn(winner, you, name(winner))
    ? t("result.won.you")
    : t("result.won", { name: name(winner) });
}

/** How a game ended for one of its players. */
export type Outcome = "won" | "lost" | "level";
export function outcomeOf(winners: readonly number[], you: number): Outcome {
  if (!winners.includes(you)) return "lost";
  return winners.length > 1 ? "level" : "won";
}

/** Why the game is over. */
export function endText({ view, end, you }: Pick<Shown, "view" | "end" | "you">): string {
  if (!end) return "";
  const name = view.seats[end.seat ?? -1]?.name ?? "";
  return t(`result.reason.${end.reason}`, {
    name,
    you: String(isOwn(end.seat, you, name)),
    bonus: end.bonus ?? 0,
  });
}

export const botText = (level: string) => maybe(`bot.${level}.text`, "");

export const zoomLabels = () => ({
  in: t("table.zoom.in"),
  out: t("table.zoom.out"),
  fit: t("table.zoom.fit"),
  turn: t("table.zoom.turn"),
});

/** An act as advice, without naming the player. */
export function actText(act: Act, theme: ThemeName): string {
  const placed = (one: PlacedText) =>
    t("cell.tile", { tile: tileName(tileOf(one), theme), ...where(cellPartOf(one)) });
  if ("place" in act)
    return t("act.place", { tiles: act.place.map(placed).join(t("app.separator")) });
  if ("trade" in act) return t("act.trade", { tiles: tileNames(act.trade, theme) });
  if ("roll" in act)
    return t("act.roll", { count: act.roll.length, tiles: tileNames(act.roll, theme) });
  if ("take" in act) return t("act.take", { tile: placed(act.take) });
  return t("table.pass");
}

/** A reason for a move in words; empty if it is unknown. */
export function moveReasonText(reason: MoveReason, theme: ThemeName): string {
  const { code, number, tile, against = 0, chance = 0, average = 0 } = reason;
  return maybe(`why.${code}`, "", {
    number,
    against,
    tile: tile ? tileName(tile, theme) : "",
    chance: Math.round(100 * chance),
    average: decimal(average),
    lead: Math.abs(number),
    side: number > 0 ? "ahead" : number < 0 ? "behind" : "level",
  });
}

/** A day in the format of the page's language. */
export const dayText = (at: number | Date, timeZone?: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone }).format(at);

/** With one decimal, in the format of the page's language. */
export const decimal = (value: number) =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);

/** A percentage with one decimal, in the format of the page's language. */
export const percent = (share: number) =>
  new Intl.NumberFormat(locale(), {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(share);
/** A whole percentage, in the format of the page's language. */
export const wholePercent = (share: number) =>
  new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(share);
export const signedPercent = (share: number) =>
  `${share >= 0 ? "+" : "−"}${percent(Math.abs(share))}`;

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;
/**
 * A time such as “2 hours” or “40 seconds”, in its largest unit; days with the hours beyond them, such
 * as “2 days, 5 hours”. If `short`, the units are abbreviated.
 */
export function timeLeft(ms: number, short = false): string {
  const unitDisplay = short ? "short" : "long";
  const text = (unit: string, count: number) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(count);
  const [[day, dayMs], [hour, hourMs]] = units;
  if (ms >= dayMs) {
    const hours = Math.floor((ms % dayMs) / hourMs);
    const parts = [text(day, Math.floor(ms / dayMs)), ...(hours > 0 ? [text(hour, hours)] : [])];
    return new Intl.ListFormat(locale(), { type: "unit", style: "short" }).format(parts);
  }
  const [unit, length] = units.find(([, one]) => ms >= one) ?? (["second", 1000] as const);
  return text(unit, Math.max(0, Math.floor(ms / length)));
}
