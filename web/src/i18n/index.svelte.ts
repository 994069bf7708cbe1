// Texts for people. Every language is a file of messages in ICU MessageFormat at the root of the
// repository; a language that lacks a message falls back to English.
import type english from "$messages/en.json";
import { IntlMessageFormat } from "intl-messageformat";

export type MessageKey = keyof typeof english;
export type Values = Record<string, string | number | boolean>;
type Messages = Partial<Record<MessageKey, string>>;

const files = import.meta.glob<{ default: Messages }>("$messages/*.json");
const codeOf = (path: string) => path.replace(/^.*\/|\.json$/g, "");

/** The languages there are messages for. */
export const languages = Object.keys(files).map(codeOf).sort();

let current = $state.raw<{ language: string; messages: Messages; fallback: Messages }>({
  language: "en",
  messages: {},
  fallback: {},
});
const formats = new Map<string, IntlMessageFormat>();

async function messagesOf(language: string): Promise<Messages> {
  const path = Object.keys(files).find((file) => codeOf(file) === language);
  return path ? ((await files[path]?.())?.default ?? {}) : {};
}

/** The best of our languages for what the browser prefers. */
export function preferredLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (languages.includes(language)) return language;
  }
  return "en";
}

export async function setLanguage(language: string): Promise<void> {
  const [fallback, messages] = await Promise.all([messagesOf("en"), messagesOf(language)]);
  current = { language, messages, fallback };
  document.documentElement.lang = language;
}

export const language = () => current.language;

/** The text of a message in the language of the page. */
export function t(key: MessageKey, values?: Values): string {
  const own = current.messages[key];
  const text = own ?? current.fallback[key];
  if (text === undefined) return key;
  const tag = own === undefined ? "en" : language();
  const id = `${tag}\n${key}`;
  let format = formats.get(id);
  if (!format) {
    format = new IntlMessageFormat(text, tag);
    formats.set(id, format);
  }
  return String(format.format(values));
}

/** The text of a message whose key is made of parts, or the fallback where there is none. */
export function maybe(key: string, fallback: string, values?: Values): string {
  const known = current.messages[key as MessageKey] ?? current.fallback[key as MessageKey];
  return known === undefined ? fallback : t(key as MessageKey, values);
}
