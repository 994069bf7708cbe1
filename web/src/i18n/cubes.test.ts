import { expect, test, vi } from "vitest";
import { setLanguage, speakOfCubes, t } from "./index.svelte";

test("a game of cubes is spoken of as one, for as long as it is shown", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await setLanguage("en");
  const inBag = () => t("table.bag.count", { count: 2 });
  expect(inBag()).toBe("2 tiles in the bag");
  const stop = speakOfCubes();
  expect(inBag()).toBe("2 cubes in the bag");
  expect(t("reason.no_tiles")).toBe("You have not placed a cube.");
  expect(t("table.pass")).toBe("Pass");
  const stopAgain = speakOfCubes();
  stop();
  expect(inBag()).toBe("2 cubes in the bag");
  stopAgain();
  expect(inBag()).toBe("2 tiles in the bag");
});
