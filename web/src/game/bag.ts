// Whether a game came from the bag that its record reveals, and whether that is the bag whose
// commitment, and the others' seals, this browser saw before it revealed its seed.
import { noted, type Bond } from "../net/seeds";
import { rules, RulesError } from "./rules";

export interface FairProof {
  game: string;
  commitment: string;
  seeds: string[];
  seals?: string[];
}

export type BagFinding =
  | { what: "fault"; code: string; turn: number }
  | { what: "drawn"; turns: number }
  | { what: "commitment.same" | "commitment.other" | "seed.same" | "seed.missing" | "unseen" }
  | { what: "seals.same" | "seals.other" };

export const isGood = ({ what }: BagFinding) =>
  what === "drawn" || what === "commitment.same" || what === "seed.same" || what === "seals.same";

/** Whether every seat's seed is the one it was committed to when this browser revealed its own. */
const areKept = (bonds: Bond[], { seeds, seals }: FairProof) =>
  bonds.length === seeds.length &&
  bonds.every((bond, seat) => {
    if (!bond) return seeds[seat] === "";
    return "seal" in bond ? seals?.[seat] === bond.seal : seeds[seat] === bond.seed;
  });

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
    ...(own.bonds
      ? [{ what: areKept(own.bonds, proof) ? ("seals.same" as const) : ("seals.other" as const) }]
      : []),
  ];
}
