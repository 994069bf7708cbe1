import { expect, test } from "vitest";
import { addressLines, placeAt } from "./addresses";

test("a path leads to its place, with its parts", () => {
  expect(placeAt("/")).toEqual({ name: "start", parts: {} });
  expect(placeAt("/rules/select-connect")).toEqual({
    name: "rules",
    parts: { game: "select-connect" },
  });
  expect(placeAt("/rules/")).toEqual({ name: "rules", parts: {} });
  expect(placeAt("/t/BCDFGH")).toEqual({ name: "online", parts: { code: "BCDFGH" } });
  expect(placeAt("/setup/online")).toEqual({ name: "setup", parts: { around: "online" } });
});

test("nothing is at any other path", () => {
  for (const path of ["/rules/foo", "/t", "/t/A/B", "/nowhere", "/setup/foo", "/ranking/star-wars"])
    expect(placeAt(path), path).toBeNull();
});

test("the server gets every address", () => {
  const lines = addressLines();
  expect(lines).toContain("/");
  expect(lines).toContain("/t/*");
  expect(lines).not.toContain("/t");
  expect(lines).toContain("/rules");
  expect(lines).toContain("/rules/star-wars");
  expect(lines).not.toContain("/ranking/star-wars");
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toContain("/embed/g/*");
  const own = lines.filter((line) => !line.startsWith("/embed/"));
  for (const line of own) expect(placeAt(line.replace("*", "x")), line).not.toBeNull();
});
