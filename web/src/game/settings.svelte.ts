// The visitor's settings, stored in the browser.
import { preferredLanguage } from "../i18n/index.svelte";

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
  opponent: "casual",
});

/** What is stored under a key; null if there is nothing or it cannot be read. */
export function kept<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The app also works in a browser that stores nothing.
  }
}

export const settings = $state<Settings>({ ...defaults(), ...kept<Partial<Settings>>(storageKey) });

const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether to avoid motion. */
export const isCalm = () => settings.calm || wantsCalm.matches;

/** Stores the settings whenever they change, and marks the page with them. */
export function followSettings(): void {
  $effect(() => {
    keep(storageKey, $state.snapshot(settings));
    const page = document.documentElement;
    page.dataset.appearance = settings.appearance;
    page.dataset.palette = settings.palette;
    page.dataset.calm = String(isCalm());
  });
}
