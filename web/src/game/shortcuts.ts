// The keys of a table, once: for whoever handles them and for the list that the visitor can open.
import type { MessageKey } from "../i18n/index.svelte";

export interface Shortcut {
  /** As `KeyboardEvent.key` names them; letters in lower case. */
  keys: readonly string[];
  /** What the list shows instead of the keys themselves; names of keys are messages. */
  shown?: readonly (string | { key: MessageKey })[];
  text: MessageKey;
}

export const shortcuts = {
  choose: {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    shown: ["1", "…", "9"],
    text: "keys.choose",
  },
  arrows: {
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
    shown: ["←", "→", "↑", "↓"],
    text: "keys.arrows",
  },
  place: { keys: ["Enter", " "], shown: [{ key: "key.enter" }], text: "keys.place" },
  next: { keys: ["End"], shown: [{ key: "key.end" }], text: "keys.next" },
  previous: { keys: ["Home"], shown: [{ key: "key.home" }], text: "keys.previous" },
  undo: { keys: ["Backspace"], shown: [{ key: "key.backspace" }], text: "keys.undo" },
  shuffle: { keys: ["x"], text: "table.shuffle" },
  trade: { keys: ["t"], text: "table.trade" },
  roll: { keys: ["r"], text: "table.roll" },
  take: { keys: ["k"], text: "table.take" },
  play: { keys: ["p"], text: "keys.play" },
  hint: { keys: ["h"], text: "hint.button" },
  type: { keys: ["/"], text: "table.type" },
  skip: { keys: ["s"], text: "keys.skip" },
  cancel: { keys: ["Escape"], shown: [{ key: "key.escape" }], text: "keys.cancel" },
  zoomIn: { keys: ["+"], text: "table.zoom.in" },
  zoomOut: { keys: ["-"], text: "table.zoom.out" },
  fit: { keys: ["0"], text: "table.zoom.fit" },
  help: { keys: ["?"], text: "keys.title" },
} as const satisfies Record<string, Shortcut>;

/** The keys of the study board, besides those for the tiles. */
export const studyShortcuts = {
  back: { keys: ["ArrowLeft"], shown: ["←"], text: "study.back" },
  on: { keys: ["ArrowRight"], shown: ["→"], text: "study.on" },
  first: { keys: ["Home"], shown: [{ key: "key.home" }], text: "replay.first" },
  last: { keys: ["End"], shown: [{ key: "key.end" }], text: "replay.last" },
  mistake: { keys: ["n"], text: "study.mistake.next" },
  earlier: { keys: ["b"], text: "study.mistake.previous" },
  all: { keys: ["a"], text: "study.all.title" },
  help: { keys: ["?"], text: "keys.title" },
} as const satisfies Record<string, Shortcut>;

export type StudyShortcut = keyof typeof studyShortcuts;
export const studyShortcutList = Object.entries(studyShortcuts) as [StudyShortcut, Shortcut][];
/** For `aria-keyshortcuts`. */
export const studyKey = (name: StudyShortcut) => {
  const [key] = studyShortcuts[name].keys;
  return key.length === 1 ? key.toUpperCase() : key;
};

export type ShortcutName = keyof typeof shortcuts;
export const shortcutList = Object.entries(shortcuts) as [ShortcutName, Shortcut][];

function nameIn<T>(list: [T, Shortcut][], event: KeyboardEvent): T | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return list.find(([, { keys }]) => keys.includes(key))?.[0] ?? null;
}
/** What a key stands for at a table; null with a modifier that changes its meaning. */
export const shortcutOf = (event: KeyboardEvent) => nameIn(shortcutList, event);
/** What it stands for at the study board. */
export const studyShortcutOf = (event: KeyboardEvent) => nameIn(studyShortcutList, event);

/**
 * Whether a key belongs to a field or an open dialog rather than to the table. A dialog that has just
 * closed may keep the focus for a moment; its keys are the table's again.
 */
export const isTakenElsewhere = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("input, textarea, select, dialog[open]") !== null;

/** For `aria-keyshortcuts`. */
export const keyOf = (name: ShortcutName) => {
  const [key] = shortcuts[name].keys;
  return key.length === 1 ? key.toUpperCase() : key;
};
