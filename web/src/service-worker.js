// Keeps the whole app in the browser, and shows notices while it is closed. The build fills in the
// version, the files and the texts of notices by language.
/* global self, caches, fetch, Response, URL */
const version = "sixfold-__VERSION__";
const files = __FILES__;
const texts = __TEXTS__;
/** What this device has asked for, which the page (src/net/device.ts) writes and reads, too. */
const wishes = { cache: "sixfold-device", key: "/device" };

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== version && name !== wishes.cache)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname === "/ws") return;
  // A page of its own, which the server lets others embed.
  if (url.pathname.startsWith("/embed/")) return;
  // Every page is the same page, which reads from its URL what to show.
  const wanted = event.request.mode === "navigate" ? "/" : event.request;
  event.respondWith(
    caches.open(version).then(async (cache) => (await cache.match(wanted)) ?? fetch(event.request)),
  );
});

// A notice says what has happened, and at which table, in the language that the device asked for.
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data.path));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

const codeLength = 6;
/** Browsers demand that every message shows something, even one that cannot be read. */
function show(data) {
  const { kind, table, language } = contentsOf(data);
  const spoken = Object.hasOwn(texts, language) ? language : "en";
  const words = new Map(Object.entries(texts[spoken]));
  const isTable = /^[0-9A-Za-z]+$/.test(table ?? "");
  const what = words.get(`notice.${kind}`) ?? words.get("notice.other");
  // A table without a code has only its long id, which says nothing to anybody.
  const isCode = isTable && table.length === codeLength;
  const where = isCode ? `\n${words.get("online.code").replace("{code}", table)}` : "";
  return self.registration.showNotification(words.get("app.name"), {
    body: what + where,
    lang: spoken,
    icon: "/icon-192.png",
    // A later notice about the same table takes the place of this one, and is heard again.
    tag: isTable ? `table-${table}` : "games",
    renotify: true,
    data: { path: isTable ? `/t/${table}` : "/games" },
  });
}
function contentsOf(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

async function visit(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

/** The browser has given up the subscription: makes another with the same wishes. */
async function subscribeAgain({ newSubscription }) {
  const cache = await caches.open(wishes.cache);
  const kept = await (await cache.match(wishes.key))?.json();
  if (!kept) return;
  const { device, endpoint: before, ...wanted } = kept;
  const { key } = await (await fetch("/api/me/push")).json();
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    }));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch("/api/me/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...wanted, endpoint, keys }),
  });
  if (!answer.ok) return;
  const next = await answer.json();
  await cache.put(wishes.key, new Response(JSON.stringify({ ...kept, endpoint, ...next })));
  if (endpoint !== before) await fetch(`/api/me/push/${device}`, { method: "DELETE" });
}
