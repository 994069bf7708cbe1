// Every address of the app. The build writes them to `addresses.txt`, so that the server answers
// any other address with 404.
import { editions } from "./game/catalogue";

/** The places in the top bar. */
export type Tab = "play" | "games" | "puzzles" | "learn" | "more";

interface Address {
  /** `:name` is a part that varies; with `?`, it may be missing. */
  path: string;
  /** Where in the top bar it belongs. */
  tab: Tab;
}

const table = {
  start: { path: "/", tab: "play" },
  setup: { path: "/setup/:around?", tab: "play" },
  game: { path: "/game/:id?", tab: "games" },
  online: { path: "/t/:code", tab: "games" },
  lobby: { path: "/lobby", tab: "play" },
  games: { path: "/games", tab: "games" },
  record: { path: "/g/:id", tab: "games" },
  replay: { path: "/replay", tab: "games" },
  review: { path: "/review/:id?", tab: "games" },
  learn: { path: "/learn/:game?", tab: "learn" },
  rules: { path: "/rules/:game?", tab: "learn" },
  puzzles: { path: "/puzzles/:game?", tab: "puzzles" },
  position: { path: "/p", tab: "puzzles" },
  editor: { path: "/editor", tab: "puzzles" },
  daily: { path: "/daily", tab: "play" },
  scoring: { path: "/scoring", tab: "more" },
  profile: { path: "/profile", tab: "games" },
  account: { path: "/account", tab: "more" },
  claim: { path: "/claim", tab: "more" },
  ranking: { path: "/ranking/:ranked?", tab: "more" },
  friends: { path: "/friends/:code?", tab: "more" },
  player: { path: "/players/:name", tab: "more" },
  more: { path: "/more", tab: "more" },
} as const satisfies Record<string, Address>;

export type AddressName = keyof typeof table;
export const addresses: Readonly<Record<AddressName, Address>> = table;

/** What may stand for a part; anything if it is not listed. */
const values: Partial<Record<string, readonly string[]>> = {
  around: ["pass", "online"],
  game: editions.map(({ name }) => name),
  ranked: editions.flatMap(({ name, variant }) => (name === variant ? variant : [])),
};

export type Parts = Partial<Record<string, string>>;
export interface Place {
  name: AddressName;
  parts: Parts;
}

const segmentsOf = (path: string) => path.split("/").filter((part) => part !== "");
const partNamed = (segment: string) => /^:(\w+)(\??)$/.exec(segment);

function partsOf(pattern: string, path: string): Parts | null {
  const segments = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (given.length > segments.length) return null;
  const parts: Parts = {};
  for (const [i, segment] of segments.entries()) {
    const text = given[i];
    const [, name, optional] = partNamed(segment) ?? [];
    if (text === undefined) {
      if (!optional) return null;
    } else if (name === undefined) {
      if (text !== segment) return null;
    } else {
      if (values[name]?.includes(text) === false) return null;
      parts[name] = text;
    }
  }
  return parts;
}

/** What is at a path; null if there is nothing. */
export function placeAt(path: string): Place | null {
  for (const name of Object.keys(addresses) as AddressName[]) {
    const parts = partsOf(addresses[name].path, path);
    if (parts) return { name, parts };
  }
  return null;
}

/** A page of its own, for frames of other pages: nothing in the app leads there. */
const embedded = "/embed/g/:id";

/** Every address as a line for the server; `*` stands for any text without a slash. */
export function addressLines(): string[] {
  const paths = [...Object.values(addresses).map(({ path }) => path), embedded];
  const lines = paths.flatMap((path) =>
    segmentsOf(path).reduce<string[]>(
      (found, segment) => {
        const [, name, optional] = partNamed(segment) ?? [];
        const choices = name === undefined ? [segment] : (values[name] ?? ["*"]);
        // Only the last part may be missing, so all that was found so far is complete without it.
        const longer = found.flatMap((line) => choices.map((one) => `${line}/${one}`));
        return optional ? [...found, ...longer] : longer;
      },
      [""],
    ),
  );
  return lines.map((line) => line || "/").sort();
}
