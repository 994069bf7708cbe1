// The visitor's settings, stored in the browser.
import { MediaQuery } from "svelte/reactivity";
import { preferredLanguage } from "../i18n/index.svelte";
import { keep, kept } from "./kept";

export type Appearance = "auto" | "light" | "dark";
export type Palette = "classic" | "clear";
export type Mark = "none" | "letter" | "pips" | "border";

export interface Settings {
  name: string;
  language: string;
  appearance: Appearance;
  palette: Palette;
  mark: Mark;
  volume: number;
  calm: boolean;
  brisk: boolean;
  notify: boolean;
  hints: boolean;
  /** Whether the board always shows its coordinates. */
  coordinates: boolean;
  /** The opponent that the start page offers. */
  opponent: string;
}

const storageKey = "sixfold.settings";

const defaults = (): Settings => ({
  name: "",
  language: preferredLanguage(navigator.languages),
  appearance: "auto",
  palette: "classic",
  mark: "none",
  volume: 0.5,
  calm: false,
  brisk: false,
  notify: false,
  hints: true,
  coordinates: false,
  opponent: "casual",
});

export const settings = $state<Settings>({ ...defaults(), ...kept<Partial<Settings>>(storageKey) });

const wantsCalm = new MediaQuery("prefers-reduced-motion: reduce");
const wantsLight = new MediaQuery("prefers-color-scheme: light");

/** Whether to avoid motion. */
export const isCalm = () => settings.calm || wantsCalm.current;

/** How the page looks now, whether the visitor or the device decides it. */
export const look = () =>
  settings.appearance === "auto" ? (wantsLight.current ? "light" : "dark") : settings.appearance;

/** Stores the settings whenever they change, and marks the page with them. */
export function followSettings(): void {
  $effect(() => {
    keep(storageKey, $state.snapshot(settings));
    const page = document.documentElement;
    page.dataset.look = look();
    page.dataset.palette = settings.palette;
    page.dataset.calm = String(isCalm());
  });
}
