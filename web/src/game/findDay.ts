// The game of today as the server deals it. What the server has told is kept in the browser: for when
// it cannot be asked, and to notice if it deals another bag than the one it announced.
import { accounts } from "../net/accounts";
import { daysFrom, type FoundDay, type KnownDays } from "./daily";
import { rules } from "./rules";
import { keep, kept } from "./kept";

const daysKey = "sixfold.days";

/** Where no server can be asked, the game that the date alone says. */
export async function findDay(day: string): Promise<FoundDay> {
  const known = daysFrom(day, kept<KnownDays>(daysKey) ?? { commitments: {}, secrets: {} });
  try {
    known.secrets[day] = await accounts.daySecret(day);
    for (const one of await accounts.commitments()) known.commitments[one.day] ??= one.commitment;
  } catch {
    // What the server told before is still true.
  }
  keep(daysKey, known);
  const secret = known.secrets[day];
  const game = await rules.daily(day, secret ?? null);
  const announced = known.commitments[day];
  return {
    game,
    unofficial: secret === undefined,
    changed: game.commitment !== undefined && (announced ?? game.commitment) !== game.commitment,
  };
}
