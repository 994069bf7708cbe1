// What is agreed before a game: chosen in the set-up, remembered, and turned into the plan that the
// rules or the server expect.
import type { ClockPlan, TablePlan } from "../net/messages";
import { daySeconds, hourSeconds } from "./durations";
import type { LocalPlan } from "./rules";
import { keep, kept } from "./kept";
import {
  editions,
  plannedOptions,
  type BoardForm,
  type Edition,
  type EditionName,
  type Options,
  type Tableau,
} from "./types";

export type SeatKind = "person" | "bot" | "open" | "invited";
export interface SeatChoice {
  kind: SeatKind;
  name: string;
  bot: string;
}
/** The days per move that can be chosen. */
export const daysPerMove = [1, 2, 3, 5, 7, 14] as const;
/** The days for all moves that can be chosen, and the hours that each turn can add to them. */
export const daysPerPlayer = [7, 14, 30] as const;
export const hoursPerTurn = [0, 12, 24] as const;
export interface ClockChoice {
  kind: "none" | "days" | "days-bank" | "per-move" | "bank";
  /** Missing in choices that older versions kept, like the next two. */
  days?: number;
  bankDays?: number;
  addedHours?: number;
  seconds: number;
  minutes: number;
  increment: number;
}

export interface Choices {
  edition: EditionName;
  seats: SeatChoice[];
  options: Options;
  opener: number | null;
  layout: "first" | "tableaus" | "own";
  tableaus: Tableau[];
  rows: string;
  clock: ClockChoice;
  lobby: boolean;
  rated?: boolean;
  hints?: boolean;
}

export type TableKind = "local" | "online";

/** For what kind of table choices are remembered. */
export type ChoicesFor = TableKind | "pass";
const storageKey = (kind: ChoicesFor) => `sixfold.setup.${kind}`;
export const keptChoices = (kind: ChoicesFor) => kept<Choices>(storageKey(kind));
export const keepChoices = (kind: ChoicesFor, choices: Choices) => keep(storageKey(kind), choices);

export const firstDays = 3;
export const firstBankDays = 14;
export const firstAddedHours = 12;
export const firstChoices = (kind: TableKind, bot: string): Choices => ({
  edition: editions[0].name,
  seats:
    kind === "local"
      ? [
          { kind: "person", name: "", bot },
          { kind: "bot", name: "", bot },
        ]
      : [
          { kind: "open", name: "", bot },
          { kind: "invited", name: "", bot },
        ],
  options: {},
  opener: null,
  layout: "first",
  tableaus: [],
  rows: "",
  clock: { kind: "none", days: firstDays, seconds: 60, minutes: 10, increment: 5 },
  lobby: false,
});

export const randomSeed = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

/** What was chosen as far as the game allows it, otherwise its defaults. */
export function optionsOf(edition: Edition, chosen: Options): Required<Options> {
  const options = { ...edition.options };
  for (const { option, values } of edition.choices) {
    const value = chosen[option];
    if (value !== undefined && values.includes(value)) options[option] = value;
  }
  return options;
}

/** Rated games have no bots of the server and a full bag. */
export function canBeRated(edition: Edition, { seats, options }: Choices): boolean {
  return seats.every((seat) => seat.kind !== "bot") && optionsOf(edition, options).bag !== "small";
}

export function localPlan(
  edition: Edition,
  choices: Choices,
  board: BoardForm | undefined,
  nameOf: (seat: SeatChoice, index: number) => string,
): LocalPlan {
  return {
    variant: edition.variant,
    options: plannedOptions(edition, optionsOf(edition, choices.options)),
    theme: edition.theme,
    ...(board ? { board } : {}),
    seats: choices.seats.map((seat, i) => ({
      name: nameOf(seat, i),
      ...(seat.kind === "bot" ? { bot: seat.bot } : {}),
    })),
    ...(choices.opener === null ? {} : { opener: choices.opener }),
    seed: randomSeed(),
  };
}

function clockPlan(clock: ClockChoice): ClockPlan {
  const { kind, days, bankDays, addedHours, seconds, minutes, increment } = clock;
  switch (kind) {
    case "none":
      return { kind, seconds: 0, increment: 0 };
    case "days":
      return { kind: "per-move", seconds: (days ?? firstDays) * daySeconds, increment: 0 };
    case "days-bank":
      return {
        kind: "bank",
        seconds: (bankDays ?? firstBankDays) * daySeconds,
        increment: (addedHours ?? firstAddedHours) * hourSeconds,
      };
    case "per-move":
      return { kind, seconds, increment: 0 };
    case "bank":
      return { kind, seconds: minutes * 60, increment };
  }
}

export function onlinePlan(
  edition: Edition,
  choices: Choices,
  board: BoardForm | undefined,
): TablePlan {
  // The lobby shows a table only if somebody besides its host can sit down.
  const forAnyone = choices.lobby && choices.seats.filter(({ kind }) => kind === "open").length < 2;
  return {
    variant: edition.variant,
    options: plannedOptions(edition, optionsOf(edition, choices.options)),
    theme: edition.theme,
    ...(board ? { board } : {}),
    seats: choices.seats.map((seat) =>
      seat.kind === "bot"
        ? { kind: "bot", bot: seat.bot }
        : { kind: seat.kind === "invited" && !forAnyone ? "invited" : "open" },
    ),
    clock: clockPlan(choices.clock),
    lobby: choices.lobby,
    rated: choices.rated === true && canBeRated(edition, choices),
    hints: choices.hints ?? false,
    ...(choices.opener === null ? {} : { opener: choices.opener }),
  };
}
