import { describe, expect, test } from "vitest";
import {
  addressOf,
  archiveQuery,
  filterIn,
  isSet,
  isWanted,
  noFilter,
  type GameFilter,
} from "./gameFilter";
import type { KeptGame } from "./gameStore";

const read = (query: string) => filterIn(new URLSearchParams(query));

describe("what an address says", () => {
  test("is what the form says", () => {
    const filter: GameFilter = {
      game: "star-wars",
      opponent: "Bén & Cleo",
      result: "level",
      since: "2026-11-01",
      until: "2026-11-18",
      fewest: "10",
      most: "40",
      biggest: "12",
    };
    expect(read(addressOf(filter).slice("/games?".length))).toEqual(filter);
    expect(addressOf(noFilter)).toBe("/games");
    expect(isSet(noFilter)).toBe(false);
    expect(isSet(filter)).toBe(true);
  });
  test("is nothing where it makes no sense", () => {
    expect(
      read("game=chess&result=fled&since=yesterday&until=2026-13-01&fewest=-1&most=x&biggest=1e9"),
    ).toEqual(noFilter);
  });
});

describe("what the server is asked for", () => {
  const asked = (filter: Partial<GameFilter>) =>
    Object.fromEntries(new URLSearchParams(archiveQuery({ ...noFilter, ...filter })));
  test("is nothing without a search", () => expect(archiveQuery(noFilter)).toBe(""));
  test("has the days from their first to their last moment", () => {
    const { since_ms, until_ms } = asked({ since: "2026-11-01", until: "2026-11-01" });
    expect(new Date(Number(since_ms)).getDate()).toBe(1);
    expect(new Date(Number(until_ms) - 1).getDate()).toBe(1);
    expect(new Date(Number(until_ms)).getDate()).toBe(2);
  });
  test("has an edition as the game and its tiles", () =>
    expect(asked({ game: "star-wars" })).toEqual({ variant: "base", theme: "star-wars" }));
  test("has the server's words", () =>
    expect(asked({ result: "level", fewest: "3", most: "9", biggest: "12" })).toEqual({
      result: "tied",
      fewest_turns: "3",
      most_turns: "9",
      biggest_move: "12",
    }));
  test("has a bot by its level, and people as they were typed", () => {
    expect(asked({ opponent: " skilled " })).toEqual({ opponent: "skilled" });
    expect(asked({ opponent: " Ben " })).toEqual({ opponent: "Ben" });
  });
});

describe("a game on this device", () => {
  const game = (more: Partial<KeptGame["standing"]> = {}): KeptGame =>
    ({
      id: "a",
      at: new Date("2026-11-18T12:00").getTime(),
      plan: {
        variant: "base",
        theme: "star-wars",
        seats: [{ name: "Ann" }, { name: "Skilled", bot: "skilled" }],
      },
      standing: { points: [90, 80], turn: 0, waits: false, turns: 31, winners: [0], ...more },
    }) as unknown as KeptGame;
  const wanted = (filter: Partial<GameFilter>, one = game()) =>
    isWanted(one, { ...noFilter, ...filter });
  test.each<[Partial<GameFilter>, boolean]>([
    [{}, true],
    [{ game: "star-wars" }, true],
    [{ game: "base" }, false],
    [{ opponent: "SKI" }, true],
    [{ opponent: "ann" }, false],
    [{ result: "won" }, true],
    [{ result: "lost" }, false],
    [{ since: "2026-11-18", until: "2026-11-18" }, true],
    [{ since: "2026-11-19" }, false],
    [{ until: "2026-11-17" }, false],
    [{ fewest: "31", most: "31" }, true],
    [{ fewest: "32" }, false],
    [{ most: "30" }, false],
    [{ biggest: "1" }, false],
  ])("with %j: %s", (filter, is) => expect(wanted(filter)).toBe(is));
  test("is tied or without a winner", () => {
    expect(wanted({ result: "level" }, game({ winners: [0, 1] }))).toBe(true);
    expect(wanted({ result: "lost" }, game({ winners: [] }))).toBe(false);
  });
});
