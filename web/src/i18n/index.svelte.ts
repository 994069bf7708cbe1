// Texts for people. Every language is a file of messages in ICU MessageFormat at the root of the
// repository. Only the page's own language is loaded: a test makes sure that each has every
// message.
import type english from "$messages/en.json";
import { IntlMessageFormat } from "intl-messageformat";
import { untrack } from "svelte";

export type MessageKey = keyof typeof english;
export type Values = Record<string, string | number | boolean>;
type Messages = Partial<Record<MessageKey, string>>;

const files = import.meta.glob<{ default: Messages }>("$messages/*.json");
const codeOf = (path: string) => path.replace(/^.*\/|\.json$/g, "");

/** The supported languages. */
export const languages = Object.keys(files).map(codeOf).sort();

export const fallbackLanguage = "en";

let current = $state.raw<{ language: string; messages: Messages }>({
  language: fallbackLanguage,
  messages: {},
});
const formats = new Map<string, IntlMessageFormat>();
/** The number of components on the page that show a game whose pieces are cubes. */
let showingCubes = $state(0);

/**
 * Until the returned function is called, the message `key.cubes` replaces `key` if it exists:
 * `$effect.pre(() => (cube ? speakOfCubes() : undefined))`.
 */
export function speakOfCubes(): () => void {
  untrack(() => ++showingCubes);
  return () => void untrack(() => --showingCubes);
}

/** The key under which a message is found for the pieces on the page. */
function keyFor(key: string): MessageKey | null {
  const cubes = `${key}.cubes`;
  if (showingCubes > 0 && cubes in current.messages) return cubes as MessageKey;
  return key in current.messages ? (key as MessageKey) : null;
}

async function messagesOf(language: string): Promise<Messages> {
  const path = Object.keys(files).find((file) => codeOf(file) === language);
  return path ? ((await files[path]?.())?.default ?? {}) : {};
}

/** The supported language that best matches the browser's preferences. */
export function preferredLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (languages.includes(language)) return language;
  }
  return fallbackLanguage;
}

export async function setLanguage(language: string): Promise<void> {
  current = { language, messages: await messagesOf(language) };
  document.documentElement.lang = language;
}

export const language = () => current.language;
/** The language with the region whose conventions it follows, such as `en-GB`. */
export const locale = () => current.messages["app.locale"] ?? current.language;

/** The text of a message in the language of the page. */
export function t(key: MessageKey, values?: Values): string {
  const found = keyFor(key);
  if (found === null) return key;
  const text = current.messages[found] ?? "";
  const id = `${language()}\n${found}`;
  let format = formats.get(id);
  if (!format) {
    format = new IntlMessageFormat(text, language());
    formats.set(id, format);
  }
  return String(format.format(values));
}

/** The text of a message whose key is composed, or the fallback if there is none. */
export function maybe(key: string, fallback: string, values?: Values): string {
  return key in current.messages ? t(key as MessageKey, values) : fallback;
}
