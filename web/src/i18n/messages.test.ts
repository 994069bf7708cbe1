import { IntlMessageFormat } from "intl-messageformat";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordFaults } from "../game/words";

const root = new URL("../../../", import.meta.url);
const folder = new URL("messages/", root);
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, string>;
const english = read("en.json");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

interface Element {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
}
/** The names of what is filled in. */
function argumentsOf(elements: Element[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type !== 0 && element.type !== 7 && element.value) found.add(element.value);
    for (const option of Object.values(element.options ?? {}))
      for (const name of argumentsOf(option.value)) found.add(name);
  }
  return found;
}

/** What may be the same as in English: names, notation, and words that a language shares with it. */
const shared: Record<string, string[]> = {
  "*": [
    "app.name",
    "game.cubes.name",
    "game.select.name",
    "game.connect.name",
    "game.select-connect.name",
    "setup.board.kind.select",
    "setup.board.kind.connect",
    "move.line.six",
    "table.title",
    "table.unseen.cell",
    "online.says",
  ],
  de: [
    "setup.seat.bot",
    "result.sixfolds",
    "online.pause",
    "lobby.title",
    "account.name",
    "account.passphrase",
  ],
  fr: [
    "colour.O",
    "table.menu",
    "table.scores",
    "table.points",
    "result.score",
    "result.sixfolds",
    "online.code",
    "online.pause",
  ],
  it: ["setup.seat.bot", "table.menu"],
  nl: [
    "bot.beginner.name",
    "start.account.title",
    "setup.seat.bot",
    "settings.mark.letter",
    "table.menu",
    "result.sixfolds",
    "puzzles.change",
    "lobby.title",
    "phrase.sorry",
    "ranking.rating",
  ],
  es: ["setup.seat.bot", "result.sixfolds"],
};

test("there are six languages", () => {
  expect(files.sort()).toEqual(["de.json", "en.json", "es.json", "fr.json", "it.json", "nl.json"]);
});

describe.each(files)("%s", (file) => {
  const messages = read(file);
  const language = file.replace(".json", "");

  test("has no message twice", () => {
    for (const path of [file, `terminal/${file}`]) {
      const text = readFileSync(new URL(path, folder), "utf8");
      const keys = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1]);
      expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    }
  });
  test("keeps to its typography", () => {
    // In French a space that does not break stands before these marks, and within quotation marks.
    if (language !== "fr") return;
    for (const path of [file, `terminal/${file}`])
      for (const [key, text] of Object.entries(read(path)))
        expect([key, /[^\u202f…][!?;»]| [!?;:»%]|«[^\u202f]/.exec(text)]).toEqual([key, null]);
  });

  test("has every message and no other", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });
  test("is written in ICU MessageFormat, with the same things filled in as in English", () => {
    for (const [key, text] of Object.entries(messages)) {
      const own = new IntlMessageFormat(text, language).getAst() as unknown as Element[];
      const model = new IntlMessageFormat(
        english[key] ?? "",
        "en",
      ).getAst() as unknown as Element[];
      expect([key, ...argumentsOf(own)].sort()).toEqual([key, ...argumentsOf(model)].sort());
    }
  });
  test("says nothing in English but what it shares with it", () => {
    if (language === "en") return;
    const same = Object.keys(messages).filter((key) => messages[key] === english[key]);
    const allowed = [...(shared["*"] ?? []), ...(shared[language] ?? [])];
    expect(same.filter((key) => !allowed.includes(key))).toEqual([]);
    expect((shared[language] ?? []).filter((key) => !same.includes(key))).toEqual([]);
  });
  test("words every refusal of the server", () => {
    const protocol = readFileSync(new URL("docs/protocol.md", root), "utf8");
    const answers = protocol.slice(protocol.indexOf("## Answers"), protocol.indexOf("## What is"));
    const codes = [...answers.matchAll(/^\| (`[^|]*) \|/gm)].flatMap((row) =>
      [...(row[1] ?? "").matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? ""),
    );
    const source = readFileSync(new URL("src/server/table_command.cpp", root), "utf8");
    const ofTables = source.slice(source.indexOf("code_of(RefusalCode code)"));
    codes.push(...[...ofTables.matchAll(/return "([a-z_]+)";/g)].map((match) => match[1] ?? ""));
    expect(codes.length).toBeGreaterThan(40);
    // What is illegal is worded by its reason.
    for (const code of codes.filter((one) => one !== "illegal"))
      expect(messages[`refusal.${code}`], code).toBeTruthy();
  });
  test("words every reason of the rules", () => {
    const header = readFileSync(new URL("src/rules/move.hpp", root), "utf8");
    const body = /enum class Reason[^{]*\{([^}]*)\}/.exec(header)?.[1] ?? "";
    const codes = [...body.matchAll(/^\s+([a-z_]+),/gm)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(15);
    for (const code of codes) expect(messages[`reason.${code}`], code).toBeTruthy();
  });
});

test("every fault of a record is told", () => {
  const notation = readFileSync(new URL("docs/notation.md", root), "utf8");
  const codesOf = (title: string) => {
    const [, after = ""] = notation.split(`### ${title}\n`);
    const rows = (after.split("\n#")[0] ?? "").matchAll(/^\| (`[^|]*) \|/gm);
    return [...rows].flatMap((row) => [...(row[1] ?? "").matchAll(/[a-z_]+/g)].map(String));
  };
  const listed = Object.values(recordFaults).flat();
  for (const title of ["Set-up", "Draws and rolls", "Records"]) {
    const codes = codesOf(title);
    expect(codes.length).toBeGreaterThan(3);
    expect(codes.filter((code) => !listed.includes(code))).toEqual([]);
  }
  const all = ["Set-up", "Draws and rolls", "Records", "Form"].flatMap(codesOf);
  expect(listed.filter((code) => !all.includes(code))).toEqual([]);
});

test("every message is used, here or in a program", () => {
  const texts = ["web/src/", "src/"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|svelte|cpp)$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => readFileSync(new URL(folder + name, root), "utf8")),
  );
  const sources = texts.join("\n");
  const stems = [...sources.matchAll(/`([a-z-]+(?:\.[a-z-]+)*\.)\$\{/g)].map(
    (match) => match[1] ?? "",
  );
  const unused = Object.keys(english).filter(
    (key) => !sources.includes(`"${key}"`) && !stems.some((stem) => key.startsWith(stem)),
  );
  expect(unused).toEqual([]);
});
