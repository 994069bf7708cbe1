import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ArchivePage } from "./accounts";
import {
  archivedGames,
  archiveRefusal,
  forgetArchive,
  hasMoreArchived,
  showArchive,
  showMoreArchived,
} from "./archive.svelte";

vi.mock("./ownTables.svelte", () => ({ rememberAccount: () => undefined }));
vi.mock("./deviceOwner", () => ({ hasNotices: () => false }));

/** The games of the server by the time of their end, and how many of them a page has. */
let ended: number[] = [];
const perPage = 3;
const asked: string[] = [];
let answer: (query: URLSearchParams) => Promise<unknown>;

function page(query: URLSearchParams): Promise<ArchivePage> {
  const before = Number(query.get("before") ?? Infinity);
  const rest = ended.filter((at) => at < before).sort((a, b) => b - a);
  const found = rest.slice(0, perPage);
  return Promise.resolve({
    games: found.map((at) => ({
      game: `g${at}`,
      variant: "base" as const,
      rated: false,
      ended_ms: at,
      seats: [],
    })),
    ...(rest.length > perPage ? { next: String(found.at(-1)) } : {}),
  });
}

beforeEach(() => {
  forgetArchive();
  ended = [1, 2, 3, 4, 5, 6, 7];
  asked.length = 0;
  answer = page;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const json = await answer(new URL(path, "http://x").searchParams);
    const ok = !(json as { error?: unknown }).error;
    return { ok, status: ok ? 200 : 429, json: () => Promise.resolve(json) };
  });
});

const shown = () => archivedGames().map(({ ended_ms }) => ended_ms);

describe("the archive", () => {
  test("is shown page by page", async () => {
    await showArchive("");
    expect([shown(), hasMoreArchived()]).toEqual([[7, 6, 5], true]);
    await showMoreArchived();
    await showMoreArchived();
    expect([shown(), hasMoreArchived()]).toEqual([[7, 6, 5, 4, 3, 2, 1], false]);
    await showMoreArchived();
    expect(asked).toHaveLength(3);
  });

  test("has what ended meanwhile once, in front", async () => {
    await showArchive("");
    await showMoreArchived();
    ended.push(8, 9);
    await showArchive("");
    expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    ended.push(10, 11, 12, 13);
    await showArchive("");
    expect([shown(), hasMoreArchived()]).toEqual([[13, 12, 11], true]);
  });

  test("goes on through pages of a search on which nothing was found", async () => {
    const pages: ArchivePage[] = [
      { games: [], next: "a" },
      { games: [], next: "b" },
      { games: [] },
    ];
    answer = () => Promise.resolve(pages.shift());
    await showArchive("variant=cubes");
    expect(asked.map((path) => new URL(path, "http://x").searchParams.get("before"))).toEqual([
      null,
      "a",
      "b",
    ]);
    expect([shown(), hasMoreArchived()]).toEqual([[], false]);
  });

  test("never shows the answer to an earlier search", async () => {
    let arrive: (page: ArchivePage) => void = () => undefined;
    const late = new Promise<ArchivePage>((resolve) => (arrive = resolve));
    answer = (query) => (query.get("variant") === "cubes" ? late : page(query));
    await showArchive("");
    await showMoreArchived();
    const first = showArchive("variant=cubes");
    expect(shown()).toHaveLength(6);
    await showArchive("theme=classic");
    expect(shown()).toEqual([7, 6, 5]);
    arrive({ games: [] });
    await first;
    expect([shown(), hasMoreArchived()]).toEqual([[7, 6, 5], true]);
  });

  test("keeps what is there if the server refuses to show more", async () => {
    await showArchive("");
    answer = () => Promise.resolve({ error: { code: "too_fast" } });
    await showMoreArchived();
    expect([shown(), hasMoreArchived()]).toEqual([[7, 6, 5], true]);
    expect(archiveRefusal()).toEqual({ code: "too_fast" });
    answer = page;
    await showMoreArchived();
    expect([shown().length, archiveRefusal()]).toEqual([6, null]);
  });
});
