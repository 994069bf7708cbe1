// By what finished games are searched. The page's address says it, the server is asked for it, and
// the games on this device are compared with it.
import type { KeptGame } from "./gameStore";
import { editionNamed, editionOf } from "./types";
import { botName, outcomeOf, type Outcome } from "./words";

/** As in the fields of the form; empty: any. */
export interface GameFilter {
  /** The name of an edition. */
  game: string;
  /** Part of a name. */
  opponent: string;
  result: Outcome | "";
  /** Days, such as 2026-11-18; both belong to the search. */
  since: string;
  until: string;
  /** Numbers of turns. */
  fewest: string;
  most: string;
  /** Points. */
  biggest: string;
}
export const noFilter: GameFilter = {
  game: "",
  opponent: "",
  result: "",
  since: "",
  until: "",
  fewest: "",
  most: "",
  biggest: "",
};
export const outcomes: readonly Outcome[] = ["won", "level", "lost"];

type Values = Pick<URLSearchParams | FormData, "get">;
const isOutcome = (text: string): text is Outcome => outcomes.some((one) => one === text);
const number = (text: string) => (/^\d{1,6}$/.test(text) ? text : "");
const day = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

/** What an address or a form says; anything else than the form could say is left out. */
export function filterIn(values: Values): GameFilter {
  const text = (name: keyof GameFilter) => {
    const value = values.get(name);
    return typeof value === "string" ? value : "";
  };
  const game = text("game");
  const result = text("result");
  return {
    game: game === "" || editionNamed(game).name !== game ? "" : game,
    opponent: text("opponent"),
    result: isOutcome(result) ? result : "",
    since: day(text("since")),
    until: day(text("until")),
    fewest: number(text("fewest")),
    most: number(text("most")),
    biggest: number(text("biggest")),
  };
}

const given = (filter: GameFilter) =>
  Object.entries(filter).filter(([, value]) => value.trim() !== "") as [string, string][];
export const isSet = (filter: GameFilter) => given(filter).length > 0;

/** The address of the page with this search. */
export function addressOf(filter: GameFilter): string {
  const query = new URLSearchParams(given(filter)).toString();
  return query === "" ? "/games" : `/games?${query}`;
}

/** When days begin, by the reader's clock. */
const dayBegins = (text: string) => new Date(`${text}T00:00`).getTime();
function dayEnds(text: string): number {
  const next = new Date(`${text}T00:00`);
  next.setDate(next.getDate() + 1);
  return next.getTime();
}

/** The levels of the server's bots, under whose names it keeps them. */
const levels = ["beginner", "learner", "casual", "regular", "greedy", "skilled", "master"];
const folded = (text: string) => text.trim().toLocaleLowerCase();
const keptName = (name: string) =>
  levels.find((level) => folded(botName(level)) === folded(name)) ?? name.trim();

/** The same for the server. */
export function archiveQuery(filter: GameFilter): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number) => {
    if (value !== "") query.set(name, String(value));
  };
  if (filter.game !== "") {
    const { variant, theme } = editionNamed(filter.game);
    put("variant", variant);
    put("theme", theme);
  }
  put("opponent", keptName(filter.opponent));
  put("result", filter.result === "level" ? "tied" : filter.result);
  put("since_ms", filter.since && dayBegins(filter.since));
  put("until_ms", filter.until && dayEnds(filter.until));
  put("fewest_turns", filter.fewest);
  put("most_turns", filter.most);
  put("biggest_move", filter.biggest);
  return query.toString();
}

/** Whether a finished game on this device is wanted. It has no winner if nobody plays alone against
    bots, and nothing is kept about its biggest move. */
export function isWanted({ plan, standing, at }: KeptGame, filter: GameFilter): boolean {
  const people = plan.seats.flatMap(({ bot }, seat) => (bot ? [] : [seat]));
  const you = people.length === 1 ? people[0] : undefined;
  const opponent = folded(filter.opponent);
  return (
    (filter.game === "" || editionOf(plan.variant, plan.theme).name === filter.game) &&
    (opponent === "" ||
      plan.seats.some(
        ({ name, bot }, seat) =>
          seat !== you && folded(bot ? botName(bot) : name).includes(opponent),
      )) &&
    (filter.result === "" ||
      (you !== undefined &&
        (standing.winners ?? []).length > 0 &&
        outcomeOf(standing.winners ?? [], you) === filter.result)) &&
    (filter.since === "" || at >= dayBegins(filter.since)) &&
    (filter.until === "" || at < dayEnds(filter.until)) &&
    (filter.fewest === "" || standing.turns >= Number(filter.fewest)) &&
    (filter.most === "" || standing.turns <= Number(filter.most)) &&
    filter.biggest === ""
  );
}
