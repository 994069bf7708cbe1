import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beforeReload, reloadWhenIdle } from "./offline";

const reload = vi.fn();
let found: string | null;
beforeEach(() => {
  vi.useFakeTimers();
  found = null;
  reload.mockReset();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("document", {
    querySelector: (selector: string) =>
      found !== null && selector.split(", ").includes(found) ? {} : null,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("an idle page is reloaded at once", () => {
  reloadWhenIdle();
  expect(reload).toHaveBeenCalledTimes(1);
});
test.each([".dragging", "dialog[open]", "input:focus", "textarea:focus"])(
  "a page with %s is not reloaded",
  async (what) => {
    found = what;
    reloadWhenIdle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).not.toHaveBeenCalled();
    found = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);
test("a page that stores something is not reloaded", async () => {
  let done: () => void = () => undefined;
  void beforeReload(new Promise<void>((resolve) => (done = resolve)));
  reloadWhenIdle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  done();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledTimes(1);
});
