// Keeps the whole app in the browser. The build fills in the version and the files.
/* global self, caches, fetch, URL */
const version = "sixfold-__VERSION__";
const files = __FILES__;

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
        Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name))),
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
