// What every page can open: the settings, a replay or a review of a game.
import { go } from "./router.svelte";

export const shell = $state({ settings: false });

export const openSettings = () => (shell.settings = true);
export const watch = (record: string) => go("/replay", record);
export const study = (record: string) => go("/review", record);
