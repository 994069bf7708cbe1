// Games on the server that end while the visitor looks elsewhere, or was away: what this browser
// last saw running, and is over now.
import { notify, say, sound } from "../game/notices.svelte";
import { keep, kept, laidKey } from "../game/kept";
import { botName, endText, listed, outcomeOf } from "../game/words";
import { t } from "../i18n/index.svelte";
import { address } from "../router.svelte";
import { lookAt } from "./look";
import type { OwnTable, ServerTable } from "./messages";

const storageKey = "sixfold.seated";
interface Seated {
  game: string;
  code: string;
  you: number;
}
export interface EndedGame {
  game: string;
  text: string;
}

let ended = $state.raw<EndedGame[]>([]);
/** Those of which the visitor has been told, but which they have not yet looked at. */
export const endedGames = () => ended;
export function dismissEnd(game: string): void {
  ended = ended.filter((one) => one.game !== game);
}

/** How a game ended for a player, and why. */
export function endNews({ seats, view, end, winners = [] }: ServerTable, you: number): string {
  if (!view || !end) return "";
  const nameOf = (seat: number) => {
    const { bot, name = "" } = seats[seat] ?? {};
    return bot ? botName(bot) : name;
  };
  const outcome = outcomeOf(winners, you);
  const others = (outcome === "won" ? [...seats.keys()] : winners).filter((seat) => seat !== you);
  const who =
    winners.length === 0
      ? t("result.aborted")
      : t(`ended.${outcome}`, { names: listed(others.map(nameOf)) });
  return `${who} ${endText({ view, end, you })}`;
}

const seated = () => kept<Seated[]>(storageKey) ?? [];
const keepSeated = (games: Seated[]) => keep(storageKey, games.length > 0 ? games : null);
/** What was placed there is not needed any more, either. */
function forget(game: string): void {
  keepSeated(seated().filter((one) => one.game !== game));
  keep(laidKey(game), null);
}

/** Games that the server is being asked about. */
const asking = new Set<string>();
async function tell({ game, code, you }: Seated): Promise<void> {
  // A table that is on the screen tells its own end.
  const isHere = () => [`/t/${code}`, `/t/${game}`].includes(address().pathname);
  if (isHere()) return forget(game);
  if (asking.has(game)) return;
  asking.add(game);
  const table = await lookAt(game);
  asking.delete(game);
  // Until there is an answer, the visitor can still be told; another tab may have done so meanwhile.
  if (table === undefined || !seated().some((one) => one.game === game)) return;
  forget(game);
  // Whoever resigned is no longer told of the game.
  if (table?.status !== "ended" || isHere()) return;
  const text = endNews(table, you);
  if (text === "") return;
  ended = [...ended.filter((one) => one.game !== game), { game, text }];
  sound("end");
  notify(text, `/t/${code}`);
  say(text);
}

/** Called with all of the visitor's tables, whenever they change. */
export function followEnds(tables: readonly OwnTable[]): void {
  const running = tables
    .filter(({ status }) => status === "running")
    .map(({ game, code, you }) => ({ game, code, you }));
  const gone = seated().filter((one) => !running.some(({ game }) => game === one.game));
  keepSeated([...running, ...gone]);
  for (const one of gone) void tell(one);
}

/** For a visitor who becomes somebody else. */
export function forgetEnds(): void {
  keep(storageKey, null);
  ended = [];
}
