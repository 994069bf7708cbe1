// Whether a game came out of the bag that its record lays open, and whether that is the bag of which
// this browser saw the commitment.
import { noted } from "../net/seeds";
import { rules, RulesError } from "./rules";

export interface FairProof {
  game: string;
  commitment: string;
  seeds: string[];
}

export type BagFinding =
  | { what: "fault"; code: string; turn: number }
  | { what: "drawn"; turns: number }
  | { what: "commitment.same" | "commitment.other" | "seed.same" | "seed.missing" | "unseen" };

export const isGood = ({ what }: BagFinding) =>
  what === "drawn" || what === "commitment.same" || what === "seed.same";

/** Whether a record says how its tiles were drawn. */
export const hasProof = (record: string) => "fair" in (JSON.parse(record) as object);

export async function checkBag(record: string): Promise<BagFinding[]> {
  let proof: FairProof;
  try {
    proof = (await rules.checkFair(record)).fair;
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { code, turn = 0 } = error.refusal;
    return [{ what: "fault", code, turn }];
  }
  const { turns } = JSON.parse(record) as { turns: unknown[] };
  const own = noted(proof.game);
  if (!own) return [{ what: "drawn", turns: turns.length }, { what: "unseen" }];
  return [
    { what: "drawn", turns: turns.length },
    { what: own.commitment === proof.commitment ? "commitment.same" : "commitment.other" },
    { what: proof.seeds.includes(own.seed) ? "seed.same" : "seed.missing" },
  ];
}
