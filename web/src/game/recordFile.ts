// Saving a record as a file, named by game, date and players.
import type { ThemeName, Variant } from "./types";
import { nameOfGame } from "./words";

export interface RecordedGame {
  variant: Variant;
  theme: ThemeName;
  players: string[];
  /** When it was played, in milliseconds since 1970; null if that is not known. */
  at: number | null;
}

const longestName = 24;

/** Letters and digits of any script; everything else becomes a hyphen. */
const fileWord = (text: string) =>
  [
    ...text
      .normalize("NFC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
  ]
    .slice(0, longestName)
    .join("")
    .replaceAll(/^-+|-+$/g, "");

/** The date by the reader's clock. */
function dateText(at: number | null): string {
  if (at === null) return "";
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Such as `sixfold-classic-2026-11-16-ann-ben.jsonl`. */
export function recordFileName(
  game: string,
  { players, at }: Pick<RecordedGame, "players" | "at">,
) {
  const words = ["sixfold", fileWord(game), dateText(at), ...players.map(fileWord)];
  return `${words.filter((word) => word !== "").join("-")}.jsonl`;
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function saveRecord(record: string, game: RecordedGame): void {
  saveFile(
    new Blob([`${record}\n`], { type: "application/json" }),
    recordFileName(nameOfGame(game.variant, game.theme), game),
  );
}
