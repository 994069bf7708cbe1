// What every page can open: the settings, a replay or a review of a game.
import { go } from "./router.svelte";

export const shell = $state({ settings: false });

export const openSettings = () => (shell.settings = true);
/** `game`: its id on the server, which gives it an address that others can open. */
export const watch = (record: string, game?: string) => go(game ? `/g/${game}` : "/replay", record);
export const study = (record: string, game?: string) =>
  go(game ? `/review/${game}` : "/review", record);
