// Typed moves: `Rc@0,0 Rs@1,0`, `trade Rc Gs`, `roll Rc`, `take Yd@3,4`, `pass`, `play`. Each
// command has words in every language; the English ones always work.
import { t } from "../i18n/index.svelte";
import type { CellText, PlacedText, TileText } from "./types";

export type Typed =
  | { kind: "lay"; tiles: { tile: TileText; cell: CellText }[] }
  | { kind: "trade"; tiles: TileText[] }
  | { kind: "roll"; tiles: TileText[] }
  | { kind: "take"; placed: PlacedText }
  | { kind: "pass" }
  | { kind: "play" };

const tilePattern = /^[ROYGBP][csdlxt]$/;
const placedPattern = /^([ROYGBP][csdlxt])@(-?(?:0|[1-9]\d*)),(-?(?:0|[1-9]\d*))$/;

const normalized = (word: string) => {
  const plain = word.replaceAll("−", "-");
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
};

const commands = ["trade", "roll", "take", "pass", "play"] as const;
/** The command that a word stands for, or the word itself. */
const commandNamed = (word: string) =>
  commands.find((one) => one === word || t(`command.${one}`).split(" ").includes(word)) ?? word;

/** Null if the text is not a move; whether a move is legal is for the rules to decide. */
export function readTyped(text: string): Typed | null {
  const words = text
    .trim()
    .replace(/\s*([@,])\s*/g, "$1")
    .split(/[\s;]+/);
  const first = commandNamed(words[0]?.toLowerCase() ?? "");
  if ((first === "pass" || first === "play") && words.length === 1) return { kind: first };
  if (first === "trade" || first === "roll") {
    const tiles = words.slice(1).map(normalized);
    return tiles.every((tile) => tilePattern.test(tile)) && (tiles.length > 0 || first === "roll")
      ? { kind: first, tiles }
      : null;
  }
  const placed = (first === "take" ? words.slice(1) : words).map((word) =>
    placedPattern.exec(normalized(word)),
  );
  const tiles = placed.map((match) => ({
    tile: match?.[1] ?? "",
    cell: `${Number(match?.[2])},${Number(match?.[3])}`,
  }));
  const only = tiles[0];
  if (placed.some((match) => match === null) || !only) return null;
  if (first !== "take") return { kind: "lay", tiles };
  return tiles.length === 1 ? { kind: "take", placed: `${only.tile}@${only.cell}` } : null;
}
