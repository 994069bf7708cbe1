// Web Push without a browser's vendor: a push service of our own, and the edge of a browser that
// subscribes to it. Chromium without a network cannot subscribe and shows no notifications, so that
// much is replaced; everything else is the app, its service worker and the server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eventually } from "./browser.mjs";

/**
 * A push service on loopback. Servers that are started from now on trust its certificate. `received`
 * has the requests that it got.
 */
export async function servePush() {
  const folder = mkdtempSync(join(tmpdir(), "sixfold-push-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", ...curve, ...about, ...files], { stdio: "ignore" });
  process.env.SSL_CERT_FILE = cert;
  const received = [];
  const identity = { key: readFileSync(key), cert: readFileSync(cert) };
  const service = createServer(identity, async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { url: path, headers } = request;
    received.push({ path, headers, body: Buffer.concat(parts) });
    response.writeHead(201).end();
  });
  await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${service.address().port}`,
    received,
    /** The next request to an address that begins like this. */
    async next(start) {
      const find = () => received.findIndex(({ path }) => path.startsWith(start));
      const at = await eventually(find, (found) => found >= 0);
      assert.ok(at >= 0, `nothing has come to ${start}`);
      return received.splice(at, 1)[0];
    },
    async close() {
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A browser's side of its subscriptions: the keys, and what reads a message. */
export function receiver() {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
    /** RFC 8291, with the one record of RFC 8188. */
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body[20]);
      const sealed = body.subarray(21 + body[20]);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
      const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32));
      const part = (name, size) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, size));
      const cipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
    },
  };
}

/** The claims of a request's signature, which must be that of the owner of the key (RFC 8292). */
export function claimsOf({ headers }, key) {
  const [, token, sender] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization);
  assert.equal(sender, key);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) =>
    one.toString("base64url"),
  );
  const signer = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const [head, claims, signature] = token.split(".");
  const signed = Buffer.from(`${head}.${claims}`);
  const how = { key: signer, dsaEncoding: "ieee-p1363" };
  assert.ok(verify("sha256", signed, how, Buffer.from(signature, "base64url")));
  return JSON.parse(Buffer.from(claims, "base64url"));
}

/**
 * From the next page on, the browser of this context subscribes to `endpoint`, which gets a number.
 * `permission`: what the visitor has decided, or will as soon as the page asks.
 */
export async function giveBrowser(context, { endpoint, keys, permission = "granted" }) {
  const given = { endpoint, keys, permission };
  await context.addInitScript(replaceEdge, given);
  return given;
}
function replaceEdge({ endpoint, keys, permission }) {
  const stored = {
    subscription: "test.subscription",
    count: "test.count",
    asked: "test.asked",
    closed: "test.closed",
  };
  const read = (name) => JSON.parse(localStorage.getItem(stored[name]) ?? "null");
  const write = (name, value) => localStorage.setItem(stored[name], JSON.stringify(value));
  const decided = permission === "denied" || read("asked") ? permission : "default";
  Object.defineProperty(Notification, "permission", { configurable: true, value: decided });
  Notification.requestPermission = async () => {
    write("asked", true);
    Object.defineProperty(Notification, "permission", { configurable: true, value: permission });
    return permission;
  };
  const made = (one) =>
    one && {
      endpoint: one.endpoint,
      toJSON: () => ({ endpoint: one.endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        write("subscription", null);
        return true;
      },
    };
  // One is on the screen for every tag; those that the page closes are noted.
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => [
    { close: () => write("closed", [...(read("closed") ?? []), tag]) },
  ];
  PushManager.prototype.getSubscription = async () => made(read("subscription"));
  PushManager.prototype.subscribe = async (options) => {
    if (!endpoint) throw new DOMException("Registration failed", "AbortError");
    const count = (read("count") ?? 0) + 1;
    write("count", count);
    write("subscription", { endpoint: `${endpoint}/${count}`, options });
    return made(read("subscription"));
  };
}
/** What the browser has subscribed to, and with which options; null if to nothing. */
export const subscriptionOf = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("test.subscription")));
export const wasAsked = (page) => page.evaluate(() => localStorage.getItem("test.asked") !== null);

/** The tags of the notifications that the page has closed. */
export const closedBy = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("test.closed") ?? "[]"));

/**
 * The service worker of a page, whose edge is replaced, too: notifications are kept instead of
 * being shown, and pages that would be opened or focused are kept as their addresses.
 */
export async function workerOf(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const origin = new URL(page.url()).origin;
  const [worker] = await eventually(
    () => page.context().serviceWorkers(),
    (all) => all.length > 0,
  );
  await worker.evaluate(() => {
    Object.assign(self, { shown: [], opened: [], focused: [] });
    self.registration.showNotification = async (title, options) => {
      self.shown = self.shown.filter(({ tag }) => tag !== options.tag);
      self.shown.push({ title, ...options });
    };
    self.clients.openWindow = async (path) => void self.opened.push(path);
    WindowClient.prototype.focus = async function () {
      self.focused.push(new URL(this.url).pathname);
    };
    self.dispatch = async (type, members) => {
      const works = [];
      const waitUntil = (work) => works.push(work);
      self.dispatchEvent(Object.assign(new Event(type), { ...members, waitUntil }));
      await Promise.all(works);
    };
  });
  const session = await page.context().newCDPSession(page);
  let registrationId;
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId ??= registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
  });
  await session.send("ServiceWorker.enable");
  await eventually(() => registrationId, Boolean);
  return {
    evaluate: (what, given) => worker.evaluate(what, given),
    shown: () => worker.evaluate(() => self.shown),
    /** Delivers a message as the browser does; returns the notifications after `count` of them. */
    async push(data, count = 1) {
      await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
      return eventually(
        () => worker.evaluate(() => self.shown),
        (all) => all.length >= count,
      );
    },
    /** Clicks a notification; what it opens and focuses. */
    click: (notification) =>
      worker.evaluate(async (given) => {
        Object.assign(self, { opened: [], focused: [], closed: false });
        const close = () => (self.closed = true);
        await self.dispatch("notificationclick", { notification: { ...given, close } });
        const { opened, focused, closed } = self;
        return { opened, focused, closed };
      }, notification),
  };
}
