// Every screen of the app: where it is, what is loaded for it, and what it gets.
import type { Component } from "svelte";
import type { AddressName, Parts } from "./addresses";
import { begin } from "./game/begin";
import { nameOfGame } from "./game/words";
import type { MessageKey } from "./i18n/index.svelte";
import { create } from "./net/create";
import * as Start from "./screens/Start.svelte";
import { openSettings, study, watch } from "./shell.svelte";

type Properties = Record<string, unknown>;
type Loaded<P extends Properties> = Promise<{ default: Component<P> }>;

export interface Screen {
  /** What the page is called if it cannot be loaded. */
  title: MessageKey;
  load: () => Loaded<Properties>;
  props: (parts: Parts) => Properties;
}

/** Makes sure that a screen gets the properties that it needs. */
const screen = <P extends object>(
  title: MessageKey,
  load: () => Promise<{ default: Component<P> }>,
  props: (parts: Parts) => P,
) => ({ title, load, props }) as unknown as Screen;

const onsettings = openSettings;
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const screens: Record<AddressName, Screen> = {
  start: screen(
    "app.name",
    () => Promise.resolve(Start),
    () => ({}),
  ),
  setup: screen(
    "setup.title",
    () => import("./screens/Setup.svelte"),
    ({ around }) => ({
      kind: around === "online" ? ("online" as const) : ("local" as const),
      people: around === "pass" ? 2 : 1,
      onlocal: begin,
      ononline: create,
    }),
  ),
  game: screen(
    "nav.games",
    () => import("./screens/LocalGame.svelte"),
    ({ id = "" }) => ({ id, onsettings, onreplay: watch, onreview: study }),
  ),
  online: screen(
    "start.friends.title",
    () => import("./screens/Online.svelte"),
    ({ code = "" }) => ({
      place: code,
      nameOfGame,
      onsettings,
      onreplay: watch,
      onreview: study,
    }),
  ),
  lobby: screen(
    "lobby.title",
    () => import("./screens/Lobby.svelte"),
    () => ({ nameOfGame }),
  ),
  games: screen(
    "start.games.title",
    () => import("./screens/Games.svelte"),
    () => ({ onreplay: watch, onreview: study }),
  ),
  record: screen(
    "replay.title",
    () => import("./screens/Replay.svelte"),
    ({ id = null }) => ({ game: id }),
  ),
  replay: screen(
    "replay.title",
    () => import("./screens/Replay.svelte"),
    () => ({ game: null }),
  ),
  review: screen(
    "review.title",
    () => import("./screens/Review.svelte"),
    ({ id = null }) => ({ game: id }),
  ),
  learn: screen(
    "learn.title",
    () => import("./screens/Learn.svelte"),
    ({ game = "" }) => ({ game, onlocal: begin }),
  ),
  rules: screen(
    "learn.rules",
    () => import("./screens/Rules.svelte"),
    ({ game = "" }) => ({ game }),
  ),
  puzzles: screen(
    "puzzles.title",
    () => import("./screens/Puzzles.svelte"),
    ({ game = "" }) => ({ game }),
  ),
  position: screen(
    "position.title",
    () => import("./screens/Position.svelte"),
    () => ({}),
  ),
  editor: screen(
    "editor.title",
    () => import("./screens/Editor.svelte"),
    () => ({}),
  ),
  daily: screen(
    "daily.title",
    () => import("./screens/Daily.svelte"),
    () => ({ nameOfGame, onlocal: begin }),
  ),
  scoring: screen(
    "scoring.title",
    () => import("./screens/Scoring.svelte"),
    () => ({}),
  ),
  profile: screen(
    "profile.title",
    () => import("./screens/Profile.svelte"),
    () => ({ nameOfGame }),
  ),
  account: screen(
    "account.title",
    () => import("./screens/Account.svelte"),
    () => ({}),
  ),
  claim: screen(
    "claim.title",
    () => import("./screens/Claim.svelte"),
    () => ({}),
  ),
  ranking: screen(
    "ranking.title",
    () => import("./screens/Ranking.svelte"),
    ({ ranked = "" }) => ({ game: ranked }),
  ),
  friends: screen(
    "start.people.title",
    () => import("./screens/Friends.svelte"),
    ({ code = "" }) => ({ code: decoded(code) }),
  ),
  player: screen(
    "start.people.title",
    () => import("./screens/Player.svelte"),
    ({ name = "" }) => ({ name: decoded(name) }),
  ),
  more: screen(
    "nav.more",
    () => import("./screens/More.svelte"),
    () => ({}),
  ),
};
