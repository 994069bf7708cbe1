import { beforeEach, expect, test, vi } from "vitest";

interface Shown {
  text: string;
  tag: string;
  path?: string;
  close: () => void;
  click?: () => void;
}
let shown: Shown[] = [];
const page = Object.assign(new EventTarget(), { hidden: true });
const visited: string[] = [];
const settled = () => new Promise((resolve) => setTimeout(resolve));
const takeAway = (one: Shown) => (shown = shown.filter((other) => other !== one));

interface Options {
  body: string;
  tag: string;
  data?: { path: string };
}
function show({ body, tag, data }: Options): Shown {
  const one: Shown = { text: body, tag, ...data, close: () => takeAway(one) };
  shown = [...shown.filter((other) => other.tag !== tag), one];
  return one;
}
class Notice {
  static readonly permission = "granted";
  private readonly one: Shown;
  constructor(_: string, options: Options) {
    this.one = show(options);
  }
  addEventListener(_: string, click: () => void): void {
    this.one.click = click;
  }
  close(): void {
    this.one.close();
  }
}
/** Browsers of phones have no such constructor. */
const OnPhone = Object.assign(
  () => {
    throw new TypeError("Illegal constructor");
  },
  { permission: "granted" },
);
const worker = {
  showNotification: (_: string, options: Options) => Promise.resolve(void show(options)),
  getNotifications: ({ tag }: { tag: string }) =>
    Promise.resolve(shown.filter((one) => one.tag === tag)),
};
const see = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
};

let notify: (text: string, path: string) => void;
beforeEach(async () => {
  shown = [];
  visited.length = 0;
  page.hidden = true;
  vi.resetModules();
  vi.doMock("./settings.svelte", () => ({ settings: { notify: true, volume: 0 } }));
  vi.doMock("../router.svelte", () => ({ go: (to: string) => visited.push(to) }));
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { pathname: "/learn" });
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve(worker) } });
  ({ notify } = await import("./notices.svelte"));
}, 60_000);

function useWindow(Notification: unknown): void {
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("window", { Notification, focus: () => undefined });
}
const told = () => shown.map(({ text, tag }) => [text, tag]);

test("there is one notice per game, which leads there, until the page is seen", () => {
  useWindow(Notice);
  notify("Your turn", "/t/BCDFGH");
  notify("Your game is over", "/t/BCDFGH");
  notify("Your turn", "/t/KLMNPQ");
  expect(told()).toEqual([
    ["Your game is over", "table-BCDFGH"],
    ["Your turn", "table-KLMNPQ"],
  ]);
  shown[0]?.click?.();
  expect(visited).toEqual(["/t/BCDFGH"]);
  expect(told()).toEqual([["Your turn", "table-KLMNPQ"]]);
  see(false);
  expect(told()).toEqual([]);
  notify("Your turn", "/t/BCDFGH");
  expect(told()).toEqual([]);
});

test("on a phone, the service worker knows where it leads, and it goes when the page is seen", async () => {
  useWindow(OnPhone);
  notify("Your turn", "/t/BCDFGH");
  await settled();
  expect(told()).toEqual([["Your turn", "table-BCDFGH"]]);
  expect(shown[0]?.path).toBe("/t/BCDFGH");
  see(false);
  await settled();
  expect(told()).toEqual([]);
});
