import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { editions } from "../game/types";
import { recordFaults } from "../game/words";
import { rulePageOf } from "../learn/rulePages";

// tools/check-messages checks what holds for every text; this tests what the code expects of them.
const root = new URL("../../../", import.meta.url);
const folder = new URL("messages/", root);
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, string>;
const english = read("en.json");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe.each(files)("%s", (file) => {
  const messages = read(file);
  test("words every refusal of the server", () => {
    const protocol = readFileSync(new URL("docs/protocol.md", root), "utf8");
    const answers = protocol.slice(protocol.indexOf("## Answers"), protocol.indexOf("## What is"));
    const codes = [...answers.matchAll(/^\| (`[^|]*) \|/gm)].flatMap((row) =>
      [...(row[1] ?? "").matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? ""),
    );
    const source = readFileSync(new URL("src/server/table_refusal.cpp", root), "utf8");
    const ofTables = source.slice(source.indexOf("code_of(RefusalCode code)"));
    codes.push(...[...ofTables.matchAll(/return "([a-z_]+)";/g)].map((match) => match[1] ?? ""));
    expect(codes.length).toBeGreaterThan(40);
    // Illegal acts are worded by their reason.
    for (const code of codes.filter((one) => one !== "illegal"))
      expect(messages[`refusal.${code}`], code).toBeTruthy();
  });
  test("names every game and its options, and has its rules", () => {
    const wanted = editions.flatMap(({ name, choices }) => [
      `game.${name}.name`,
      `game.${name}.text`,
      ...rulePageOf(name).own.flatMap(({ key, ours }) => [
        `rules.${key}.title`,
        `rules.${key}`,
        ...(ours ? [`rules.${key}.ours`] : []),
      ]),
      ...choices.flatMap(({ option, values }) => [
        `setup.${option}`,
        ...values.map((value) => `setup.${option}.${value}`),
      ]),
    ]);
    expect(wanted.filter((key) => !messages[key])).toEqual([]);
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
      .filter((name) => /\.(ts|js|svelte|cpp)$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => readFileSync(new URL(folder + name, root), "utf8")),
  );
  const sources = texts.join("\n");
  const stems = [...sources.matchAll(/`([a-z-]+(?:\.[a-z-]+)*\.)\$\{/g)].map(
    (match) => match[1] ?? "",
  );
  const used = (key: string) =>
    sources.includes(`"${key}"`) || stems.some((stem) => key.startsWith(stem));
  const unused = Object.keys(english).filter((key) => !used(key.replace(/\.cubes$/, "")));
  expect(unused).toEqual([]);
});
