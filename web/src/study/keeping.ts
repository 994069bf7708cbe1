// Variations of the games that were studied last, kept in the browser.
import { nameOfRecord } from "../game/errors";
import { keep, kept } from "../game/kept";
import { linesIn, type Line } from "./lines";

interface KeptStudy {
  game: string;
  lines: Line[];
}
const storageKey = "sixfold.variations";
const mostStudies = 30;

const studies = () => kept<KeptStudy[]>(storageKey) ?? [];

/** Those that were kept or, if none were, those that came with the record. */
export function keptLines(record: string): Line[] {
  const game = nameOfRecord(record);
  return studies().find((one) => one.game === game)?.lines ?? linesIn(record);
}
export function keepLines(record: string, lines: Line[]): void {
  const game = nameOfRecord(record);
  const others = studies().filter((one) => one.game !== game);
  keep(storageKey, [{ game, lines }, ...others].slice(0, mostStudies));
}
