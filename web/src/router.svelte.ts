// The address determines the screen. Links are ordinary links, which this follows without loading
// the page again. Each entry of the browser's history remembers how far its page was scrolled, and
// the record that it shows, if any.
import { tick } from "svelte";
import { placeAt } from "./addresses";

const storageKey = "sixfold.scroll";
const mostKept = 50;

let path = $state(location.pathname + location.search);
/** How often the visitor has moved to another address. */
let moves = 0;

export const address = () => new URL(path, location.origin);
/** Whether the visitor came from another page of the app. */
export const hasMoved = () => moves > 0;

// The browser would scroll before the page is there.
history.scrollRestoration = "manual";
interface Entry {
  key: string;
  record?: string;
}
const newKey = () => `${Date.now()}-${Math.random()}`;
/** What the current entry of the history holds; one that has nothing yet gets a key. */
function currentEntry(): Entry {
  const state = history.state as Entry | null;
  if (state?.key) return state;
  const made = { key: newKey() };
  history.replaceState(made, "");
  return made;
}
let key = $state(currentEntry().key);
/** Names the entry of the history. It stays the same if only the address of an entry changes. */
export const entry = () => key;
/** The record that this entry shows; kept by the browser, also if the page is loaded again. */
export const entryRecord = () => (history.state as Entry | null)?.record ?? null;

let kept: [string, number][] = [];
try {
  kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as typeof kept;
} catch {
  // Then the pages begin at their tops.
}
let wanted = kept.find(([one]) => one === key)?.[1] ?? 0;

function keepScroll(): void {
  kept = [...kept.filter(([one]) => one !== key), [key, scrollY] as [string, number]];
  kept = kept.slice(-mostKept);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // As above.
  }
}
addEventListener("pagehide", keepScroll);
addEventListener("popstate", () => {
  keepScroll();
  ({ key } = currentEntry());
  wanted = kept.find(([one]) => one === key)?.[1] ?? 0;
  ++moves;
  path = location.pathname + location.search;
});

/** Moves to another address, which may show a record. */
export function go(to: string, record?: string): void {
  keepScroll();
  key = newKey();
  history.pushState({ key, ...(record === undefined ? {} : { record }) }, "", to);
  wanted = 0;
  ++moves;
  path = location.pathname + location.search;
}

/** Gives the current entry another address. */
export function rename(to: string): void {
  history.replaceState(history.state, "", to);
  wanted = scrollY;
  path = location.pathname + location.search;
}

/** Scrolls to where the page was left, as soon as it is long enough. Call when it is on screen. */
export async function scrollToKept(): Promise<void> {
  await tick();
  const goal = wanted;
  const arrived = () => {
    scrollTo(0, goal);
    return Math.abs(scrollY - goal) < 2;
  };
  if (arrived()) return;
  const grown = new ResizeObserver(() => {
    if (goal !== wanted || arrived()) stop();
  });
  // Whoever does anything wants to be where they are.
  const moved = new AbortController();
  const stop = () => {
    grown.disconnect();
    moved.abort();
  };
  grown.observe(document.body);
  for (const own of ["wheel", "pointerdown", "keydown"])
    addEventListener(own, stop, { passive: true, signal: moved.signal });
}

/** Follows a link to one of the app's own addresses, unless the visitor wants it elsewhere. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || !link.href || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || !placeAt(to.pathname)) return;
  event.preventDefault();
  // A link to where one is leads to the top, and nowhere else.
  if (to.href === location.href) scrollTo(0, 0);
  else go(to.pathname + to.search + to.hash);
}
