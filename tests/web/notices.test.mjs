// Notices to a device while the app is closed: turned on and off, sent by the server, shown and
// clicked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { axeSource, eventually, openPage, serveGames } from "./browser.mjs";
import { misfits } from "./fit.mjs";
import { annAndBen, closeAll, openAs, resign } from "./people.mjs";
import { playToTheEnd } from "./player.mjs";
import {
  claimsOf,
  closedBy,
  giveBrowser,
  receiver,
  servePush,
  subscriptionOf,
  wasAsked,
  workerOf,
} from "./push.mjs";
import { stage } from "./stage.mjs";

const service = {};
const { server, chrome } = stage(async () => {
  Object.assign(service, await servePush());
  const free = ["--push-private", "--sockets-per-address", "0"];
  const games = await serveGames(...free, "--seed-wait", "60000", "--log", "off");
  return {
    ...games,
    close: async () => {
      await games.close();
      await service.close();
    },
  };
});

const panel = (page) =>
  page.locator("section.panel").filter({
    has: page.getByRole("heading", { name: "Notifications", exact: true }),
  });
const button = (page, name) => panel(page).getByRole("button", { name, exact: true });
const devicesOf = (page) =>
  page.evaluate(async () => (await (await fetch("/api/me/push")).json()).devices);
const texts = (language) =>
  JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), "utf8"));

/** For something that is not the app, which the service worker shows at any other address. */
const leave = (page) => page.goto(`${server.url}/api/me/push`);

/** Without what the console says about errors that the test brings about. */
function forgiveFaults(page) {
  page.faults = page.faults.filter((text) => !/DISCONNECTED|database is broken/.test(text));
}

let devices = 0;
/** The account page in a browser of its own. */
async function openAccount({ permission, endpoint, language = "en", ...options } = {}) {
  const page = await openPage(chrome.browser, `${server.url}/icon.svg`, {
    serviceWorkers: "allow",
    bypassCSP: true,
    settings: { language },
    ...options,
  });
  const own = receiver();
  const path = `/device${++devices}`;
  await giveBrowser(page.context(), {
    endpoint: endpoint === undefined ? service.url + path : endpoint,
    keys: own.keys,
    permission,
  });
  await page.goto(`${server.url}/account`);
  await page.locator("#notices").waitFor();
  return { page, path, decrypt: own.decrypt };
}
async function turnOn(page) {
  await button(page, "Turn on for this device").click();
  await button(page, "Turn off for this device").waitFor();
}
async function check(page, screen) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axeSource });
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${screen}: ${id}: ${nodes[0].html}`),
    [],
  );
}
async function createAccount(page, name) {
  const form = page.locator("form").filter({ hasText: "2 to 24 characters" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
  await form.getByRole("button").click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
  await page.getByRole("button", { name: "I have saved it" }).click();
}
async function logIn(page, name) {
  const form = page.locator("form").filter({
    has: page.getByRole("button", { name: "Log in", exact: true }),
  });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Passphrase", { exact: true }).fill("one two three");
  await form.getByRole("button").click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

test("a device asks for permission when notices are turned on, and says what it wants", async () => {
  const { page, path } = await openAccount();
  await check(page, "off");
  assert.equal(await wasAsked(page), false);
  await turnOn(page);
  await panel(page).getByRole("status").getByText("Notifications are on").waitFor();
  assert.equal(await wasAsked(page), true);
  const { endpoint, options } = await subscriptionOf(page);
  assert.equal(endpoint, `${service.url}${path}/1`);
  const { key } = await page.evaluate(async () => (await fetch("/api/me/push")).json());
  assert.deepEqual(options, { userVisibleOnly: true, applicationServerKey: key });
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [first] = await devicesOf(page);
  const { device, ...wanted } = first;
  assert.deepEqual(wanted, {
    service: "localhost",
    kinds: ["turn", "over", "rematch", "reminder", "invited"],
    quiet_from: 0,
    quiet_until: 0,
    zone,
    language: "en",
  });

  // However fast one change follows another.
  await page.evaluate(() => {
    const boxes = [...document.querySelectorAll("#notices fieldset input")];
    for (const i of [3, 4, 4]) boxes[i].click();
  });
  await panel(page).getByText("Saved.").waitFor();
  assert.equal(await panel(page).getByLabel("a game is over").isChecked(), false);
  await panel(page).getByLabel("Quiet hours").check();
  await panel(page).getByLabel("Until").fill("07:30");
  const quiet = ({ quiet_until: until }) => until === 450;
  const [changed] = await eventually(
    () => devicesOf(page),
    ([one]) => quiet(one),
  );
  assert.deepEqual(
    [changed.device, changed.kinds, changed.quiet_from, changed.quiet_until],
    [device, ["turn", "rematch", "reminder", "invited"], 22 * 60, 7 * 60 + 30],
  );
  await check(page, "on");

  await page.reload();
  await button(page, "Turn off for this device").waitFor();
  assert.equal(await panel(page).getByLabel("a game is over").isChecked(), false);
  assert.equal(await panel(page).getByLabel("Until").inputValue(), "07:30");
  await panel(page).getByText("this device", { exact: true }).waitFor();

  // The language is that of the app.
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("sixfold.settings"));
    localStorage.setItem("sixfold.settings", JSON.stringify({ ...settings, language: "it" }));
  });
  await page.reload();
  const [italian] = await eventually(
    () => devicesOf(page),
    ([one]) => one.language === "it",
  );
  assert.deepEqual([italian.device, italian.language], [device, "it"]);

  await page.getByRole("button", { name: texts("it")["notices.off"] }).click();
  await page.getByText(texts("it")["notices.is.off"]).waitFor();
  assert.deepEqual(await devicesOf(page), []);
  assert.equal(await subscriptionOf(page), null);
  await closeAll(page);
});

test("all of it can be done with the keyboard", async () => {
  const { page } = await openAccount();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await button(page, "Turn on for this device").focus();
  await page.keyboard.press("Enter");
  await button(page, "Turn off for this device").waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement.textContent.trim()),
    "Turn off for this device",
  );
  const seen = [];
  await panel(page).getByRole("checkbox").first().focus();
  for (let i = 0; i < 30; ++i) {
    const [name, inside] = await page.evaluate(() => {
      const { activeElement: at } = document;
      const label = at.getAttribute("aria-label") ?? at.closest("label, button")?.textContent;
      return [label?.trim(), at.closest("#notices") !== null];
    });
    if (!inside) break;
    seen.push(name);
    if (name === "Quiet hours") await page.keyboard.press("Space");
    if (name === "Quiet hours") await panel(page).getByLabel("From").waitFor();
    await page.keyboard.press("Tab");
  }
  for (const wanted of [
    "somebody wants a rematch",
    "From",
    "Until",
    "Remove Browser with push service localhost",
  ])
    assert.ok(seen.includes(wanted), `${wanted} is not among ${seen}`);
  await closeAll(page);
});

test("its texts fit on a small phone in every language, and in large letters", async () => {
  for (const language of ["de", "en", "es", "fr", "it", "nl"]) {
    const viewport = { width: 320, height: 640 };
    const { page } = await openAccount({ language, viewport });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.locator("#notices button").first().click();
    await page.locator("#notices [type=checkbox]").last().check();
    await page.locator("#notices [type=time]").first().waitFor();
    assert.deepEqual(await page.evaluate(misfits), [], language);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const found = await page.evaluate(misfits);
    assert.deepEqual(
      found.filter((one) => !/more than one line|broken/.test(one)),
      [],
      language,
    );
    await closeAll(page);
  }
});

test("where there can be none, the page says why or how", async () => {
  const iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
  const without = (page) => page.context().addInitScript(() => delete window.PushManager);
  for (const [given, prepare, text] of [
    [{ permission: "denied" }, null, /^The browser blocks notifications/],
    [{ userAgent: iPhone }, without, /“Add to Home Screen”/],
    [{}, without, /^This browser cannot receive/],
    [
      {},
      (page) =>
        page.context().addInitScript(() => {
          Object.defineProperty(window, "isSecureContext", { value: false });
        }),
      /^Notifications need a secure connection/,
    ],
  ]) {
    const { page } = await openAccount(given);
    if (prepare) {
      await prepare(page);
      await page.reload();
    }
    await panel(page).getByText(text).waitFor();
    assert.equal(await button(page, "Turn on for this device").count(), 0);
    assert.equal(await wasAsked(page), false);
    await check(page, String(text));
    await closeAll(page);
  }
  // Refused when asked, and a push service that is out of reach.
  for (const [given, text] of [
    [{ permission: "default" }, "not been given permission"],
    [{ endpoint: "" }, "could not reach its push service"],
  ]) {
    const { page } = await openAccount(given);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await button(page, "Turn on for this device").click();
    await panel(page).getByRole("alert").getByText(text).waitFor();
    assert.deepEqual(await devicesOf(page), []);
    await closeAll(page);
  }
  // The server has the last word.
  const { page } = await openAccount({ endpoint: "http://localhost/plain" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await button(page, "Turn on for this device").click();
  await panel(page).getByRole("alert").getByText("cannot send to this browser’s").waitFor();
  assert.equal(await subscriptionOf(page), null);
  await page.context().close();
});

test("a move is told to whoever has left, and the click leads to the table", async () => {
  const edit = async (page) => {
    await page.getByRole("radio", { name: "Days per move", exact: true }).check();
  };
  const options = { serviceWorkers: "allow" };
  const { ann, ben, mover, other, path } = await annAndBen(chrome, server, {
    edit,
    anns: options,
    bens: options,
  });
  const own = receiver();
  await giveBrowser(other.context(), { endpoint: `${service.url}/away`, keys: own.keys });
  await other.goto(`${server.url}/account`);
  await turnOn(other);
  const { key } = await other.evaluate(async () => (await fetch("/api/me/push")).json());
  await leave(other);
  await mover.locator(".seat", { hasText: "away" }).waitFor();
  await playToTheEnd(mover, 1);

  const message = await service.next("/away/1");
  const code = path.replace("/t/", "");
  const { aud, exp } = claimsOf(message, key);
  assert.equal(aud, service.url);
  assert.ok(exp <= Date.now() / 1000 + 24 * 3600);
  const text = own.decrypt(message.body);
  assert.deepEqual(JSON.parse(text), {
    kind: "turn",
    table: code,
    language: "en",
  });

  await other.goto(`${server.url}/more`);
  const worker = await workerOf(other);
  const [notice, ...more] = await worker.push(text);
  assert.deepEqual(more, []);
  assert.equal(notice.title, "Sixfold");
  assert.equal(notice.body, `It is your turn.\nTable ${code}`);
  // No page shows the table, so that one is opened.
  assert.deepEqual(await worker.click(notice), { opened: [path], focused: [], closed: true });
  await other.goto(server.url + path);
  await other.locator(".status.mine").waitFor();
  // What was told about it is old.
  const closed = await eventually(
    () => closedBy(other),
    (tags) => tags.includes(notice.tag),
  );
  assert.ok(closed.includes(notice.tag), `${notice.tag} is not among ${closed}`);
  // Now one does.
  assert.deepEqual(await worker.click(notice), { opened: [], focused: [path], closed: true });

  // The end of the game takes the place of what was told before.
  await leave(other);
  await mover.locator(".seat", { hasText: "away" }).waitFor();
  await resign(mover);
  const end = own.decrypt((await service.next("/away/1")).body);
  assert.equal(JSON.parse(end).kind, "over");
  await other.goto(`${server.url}/more`);
  await worker.push(end);
  const last = await eventually(
    () => worker.shown(),
    ([one]) => one.body !== notice.body,
  );
  assert.deepEqual(
    last.map(({ body, tag }) => [body, tag]),
    [[`Your game is over.\nTable ${code}`, notice.tag]],
  );
  await closeAll(ann, ben);
});

const wordsOf = (kind, table, language) => {
  const { [`notice.${kind}`]: what, "online.code": where } = texts(language);
  return `${what}\n${where.replace("{code}", table)}`;
};

test("the worker words every notice in every language, and shows even what it cannot read", async () => {
  const { page } = await openAccount();
  const worker = await workerOf(page);
  let count = 0;
  for (const language of ["en", "de", "es", "fr", "it", "nl"])
    for (const kind of ["turn", "fast-turn", "reminder", "over", "rematch", "invited"]) {
      const table = `TBL${100 + count++}`;
      const shown = await worker.push(JSON.stringify({ kind, table, language }), count);
      const { title, body, lang, tag, renotify, data } = shown.find(
        (one) => one.tag === `table-${table}`,
      );
      assert.deepEqual(
        [title, body, lang],
        ["Sixfold", wordsOf(kind, table, language), language],
      );
      assert.deepEqual([tag, renotify, data], [`table-${table}`, true, { path: `/t/${table}` }]);
    }
  // A table without a code.
  const [nameless] = (await worker.push(`{"kind":"over","table":"${"0a".repeat(16)}"}`, ++count)).slice(-1);
  assert.equal(nameless.body, "Your game is over.");
  await worker.evaluate(() => (self.shown = []));
  for (const strange of [
    "",
    "rubbish",
    "3",
    "null",
    '{"kind":"toString","table":"../../x","language":"constructor"}',
  ]) {
    const [notice] = await worker.push(strange);
    assert.deepEqual(
      [notice.body, notice.tag, notice.data],
      [texts("en")["notice.other"], "games", { path: "/games" }],
      strange,
    );
    await worker.evaluate(() => (self.shown = []));
  }
  await closeAll(page);
});

test("a browser that gives up its subscription gets another one with the same wishes", async () => {
  const { page, path } = await openAccount();
  await turnOn(page);
  await panel(page).getByLabel("a game is over").uncheck();
  await panel(page).getByText("Saved.").waitFor();
  const [before] = await devicesOf(page);
  const worker = await workerOf(page);
  const { keys } = receiver();
  await worker.evaluate(
    async ([endpoint, own]) => {
      self.registration.pushManager.subscribe = async () => ({
        toJSON: () => ({ endpoint, keys: own }),
      });
      await self.dispatch("pushsubscriptionchange", {});
    },
    [`${service.url}${path}/renewed`, keys],
  );
  const [after, ...more] = await devicesOf(page);
  assert.deepEqual(more, []);
  assert.notEqual(after.device, before.device);
  assert.deepEqual({ ...after, device: 0 }, { ...before, device: 0 });
  // The page knows it, too.
  await page.evaluate((endpoint) => {
    const subscription = JSON.parse(localStorage.getItem("test.subscription"));
    localStorage.setItem("test.subscription", JSON.stringify({ ...subscription, endpoint }));
  }, `${service.url}${path}/renewed`);
  await page.reload();
  await button(page, "Turn off for this device").waitFor();
  assert.deepEqual(await devicesOf(page), [after]);

  // Lost, on a page of the app and on that of the account.
  for (const [place, count] of [
    ["more", 2],
    ["account", 3],
  ]) {
    await page.evaluate(() => localStorage.removeItem("test.subscription"));
    await page.goto(`${server.url}/${place}`);
    const made = await eventually(() => subscriptionOf(page), Boolean);
    assert.equal(made.endpoint, `${service.url}${path}/${count}`);
    const [anew, ...others] = await eventually(
      () => devicesOf(page),
      (all) => all.length === 1 && all[0].device !== after.device,
    );
    assert.deepEqual([anew.kinds, others], [after.kinds, []]);
  }
  await button(page, "Turn off for this device").waitFor();
  // While something is being changed.
  await page.evaluate(() => localStorage.removeItem("test.subscription"));
  await panel(page).getByLabel("a game is over").check();
  await panel(page).getByText("Saved.").waitFor();
  assert.equal((await subscriptionOf(page)).endpoint, `${service.url}${path}/4`);

  // Withdrawn in the browser's settings.
  await page.evaluate(() => {
    for (const name of ["subscription", "asked"]) localStorage.removeItem(`test.${name}`);
  });
  await page.goto(`${server.url}/more`);
  await eventually(
    () => devicesOf(page),
    (all) => all.length === 0,
  );
  assert.deepEqual(await devicesOf(page), []);
  await page.goto(`${server.url}/account`);
  await button(page, "Turn on for this device").waitFor();
  await closeAll(page);
});

test("a device stays through a new account, and ends with the log-out", async () => {
  const { page } = await openAccount();
  await turnOn(page);
  await createAccount(page, "Noticed");
  const all = await eventually(
    () => devicesOf(page),
    (found) => found.length === 1,
  );
  assert.equal(all.length, 1);
  await button(page, "Turn off for this device").waitFor();

  // Another device of the same account sees it, and can remove it.
  const second = await openAccount();
  await logIn(second.page, "Noticed");
  await turnOn(second.page);
  await panel(second.page).getByText("this device", { exact: true }).waitFor();
  assert.equal((await devicesOf(second.page)).length, 2);
  const removing = panel(second.page)
    .getByRole("listitem")
    .filter({ hasNotText: "this device" })
    .getByRole("button");
  await removing.click();
  await removing.waitFor({ state: "detached" });
  await page.reload();
  await button(page, "Turn on for this device").waitFor();
  assert.equal(await subscriptionOf(page), null);
  assert.equal((await devicesOf(page)).length, 1);

  await second.page.getByRole("button", { name: "Log out", exact: true }).click();
  await second.page.getByText("You are playing as a guest").waitFor();
  await button(second.page, "Turn on for this device").waitFor();
  assert.equal(await subscriptionOf(second.page), null);
  assert.deepEqual(await devicesOf(second.page), []);
  assert.deepEqual(await devicesOf(page), []);
  await closeAll(page, second.page);
});

test("a log-out that fails leaves the notices on, and without https there is nothing to end", async () => {
  const { page } = await openAccount();
  await turnOn(page);
  await createAccount(page, "Offline");
  await eventually(
    () => devicesOf(page),
    (found) => found.length === 1,
  );
  await page.context().setOffline(true);
  const logOut = page.getByRole("button", { name: "Log out", exact: true });
  await logOut.click();
  await page.getByText("The server cannot be reached").first().waitFor();
  assert.notEqual(await subscriptionOf(page), null);
  await page.context().setOffline(false);
  assert.equal((await devicesOf(page)).length, 1);
  // A browser over plain http.
  await page.context().addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
    delete window.caches;
    delete Navigator.prototype.serviceWorker;
  });
  await page.reload();
  await panel(page).getByText("need a secure connection").waitFor();
  await logOut.click();
  await page.getByText("You are playing as a guest").waitFor();
  forgiveFaults(page);
  await closeAll(page);
});

test("the panel stays usable after errors, and what is known stays", async () => {
  const { page } = await openAccount();
  await turnOn(page);
  // Nothing can be asked, nor be changed.
  await page.context().setOffline(true);
  // What cannot be done is taken back, perhaps at once.
  await panel(page).getByLabel("a game is over").click();
  await panel(page).getByRole("alert").getByText("cannot be reached").waitFor();
  await page.context().setOffline(false);
  const over = panel(page).getByRole("checkbox", { name: "a game is over", checked: true });
  await over.click();
  await panel(page).getByText("Saved.").waitFor();
  await panel(page).getByLabel("a game is over").check();
  await eventually(
    () => devicesOf(page),
    ([{ kinds }]) => kinds.includes("over"),
  );
  // Something that nobody expects.
  await page.evaluate(() => {
    const { getSubscription } = PushManager.prototype;
    PushManager.prototype.getSubscription = async () => {
      PushManager.prototype.getSubscription = getSubscription;
      throw new DOMException("The database is broken", "InvalidStateError");
    };
  });
  await panel(page).getByLabel("a game is over").click();
  await panel(page).getByRole("alert").getByText("That did not work").waitFor();
  await over.click();
  await panel(page).getByText("Saved.").waitFor();

  // The same times for a moment, while they are being set.
  await panel(page).getByLabel("Quiet hours").check();
  await panel(page).getByLabel("Until").fill("22:00");
  await eventually(
    () => devicesOf(page),
    ([{ quiet_from: from, quiet_until: until }]) => from === 22 * 60 && from === until,
  );
  await panel(page).getByText("Saved.").waitFor();
  assert.equal(await panel(page).getByLabel("Quiet hours").isChecked(), true);
  await panel(page).getByLabel("Until").fill("06:00");
  await eventually(
    () => devicesOf(page),
    ([{ quiet_until: until }]) => until === 6 * 60,
  );

  // The permission is withdrawn while the page is open.
  await page.evaluate(() => {
    localStorage.removeItem("test.subscription");
    Object.defineProperty(Notification, "permission", { configurable: true, value: "default" });
  });
  await panel(page).getByLabel("my time is running out").click();
  await panel(page).getByText("Notifications are off for this device.").waitFor();
  await button(page, "Turn on for this device").waitFor();
  assert.deepEqual(await devicesOf(page), []);
  forgiveFaults(page);
  await closeAll(page);
});

test("whoever continues as another player gets none for the one before", async () => {
  const { page } = await openAccount();
  await turnOn(page);
  await logIn(page, "Noticed");
  await button(page, "Turn on for this device").waitFor();
  await eventually(
    () => subscriptionOf(page),
    (found) => found === null,
  );
  assert.equal(await subscriptionOf(page), null);
  await closeAll(page);
});

test("the settings lead there", async () => {
  const page = await openAs(chrome, server, "Ann", "/");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Notifications while the app is closed" }).click();
  await panel(page).waitFor();
  const top = await eventually(
    () => panel(page).evaluate((one) => one.getBoundingClientRect().top),
    (at) => at >= 0 && at < 400,
  );
  assert.ok(top >= 0 && top < 400, `the panel is at ${top}`);
  await closeAll(page);
});
