// Notices to this device while the app is closed. The service worker shows them, and subscribes again
// if the browser gives up a subscription; so what the device wants is kept where both can read it.
import { settings } from "../game/settings.svelte";
import { accounts, type NoticeWishes } from "./accounts";
import { hasNotices, keepDeviceOwner } from "./deviceOwner";

/** Why this browser cannot get notices now. */
export type Hindrance = "install" | "insecure" | "unsupported" | "denied";

const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Null if nothing is known to be in the way. */
export function hindrance(): Hindrance | null {
  if (!isSecureContext) return "insecure";
  const isAble = ["serviceWorker" in navigator, "PushManager" in window, "Notification" in window];
  // There, only the app on the home screen has all of them.
  if (isAble.includes(false)) return isApple() ? "install" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** What the device has asked for, and under which id the server knows it. */
export interface KeptDevice extends NoticeWishes {
  device: string;
  endpoint: string;
  zone: string;
  language: string;
}
/** As in the service worker. */
const storage = { cache: "sixfold-device", key: "/device" };

export async function keptDevice(): Promise<KeptDevice | null> {
  if (!hasNotices() || !("caches" in window)) return null;
  const found = await (await caches.open(storage.cache)).match(storage.key);
  return found ? ((await found.json()) as KeptDevice) : null;
}
async function keepDevice(device: KeptDevice): Promise<void> {
  const cache = await caches.open(storage.cache);
  await cache.put(storage.key, new Response(JSON.stringify(device)));
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const registration = () => navigator.serviceWorker?.getRegistration();
const subscription = async () => (await registration())?.pushManager.getSubscription();
const isAllowed = () => "Notification" in window && Notification.permission === "granted";

/** On a first visit the service worker may still be on its way, or fail to come at all. */
const longestWaitMs = 20_000;
const worker = () =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), longestWaitMs)),
  ]);

const subscribe = (to: ServiceWorkerRegistration, key: string) =>
  to.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });

/** The browser has lost the subscription, and the visitor has not withdrawn the permission. */
async function subscribeAgain(): Promise<PushSubscription | null> {
  const here = await registration();
  if (!here || !isAllowed()) return null;
  const { key } = await accounts.devices();
  // The visitor may have become somebody else meanwhile.
  return hasNotices() ? subscribe(here, key) : null;
}

async function put(
  { endpoint, keys }: PushSubscriptionJSON,
  { kinds, quiet_from, quiet_until }: NoticeWishes,
): Promise<void> {
  const wanted = {
    endpoint: endpoint ?? "",
    kinds,
    quiet_from,
    quiet_until,
    zone: timeZone(),
    language: settings.language,
  };
  const before = await keptDevice();
  const device = await accounts.putDevice({ ...wanted, keys });
  await keepDevice({ ...wanted, device });
  if (before && before.endpoint !== wanted.endpoint)
    await accounts.removeDevice(before.device).catch(() => undefined);
}

/** Why notices could not be turned on, besides a refusal of the server, which is thrown. */
export type Failure = "unsupported" | "not.allowed" | "no.service";

/** Asks for permission, and turns notices on for this device. To be called for a click. */
export async function turnOn(user: string, wishes: NoticeWishes): Promise<Failure | null> {
  if ((await Notification.requestPermission()) !== "granted") return "not.allowed";
  const { key } = await accounts.devices();
  const here = await worker();
  if (!here) return "unsupported";
  let made: PushSubscription;
  try {
    // One for another key would be in the way.
    await (await here.pushManager.getSubscription())?.unsubscribe();
    made = await subscribe(here, key);
  } catch {
    return "no.service";
  }
  keepDeviceOwner(user);
  try {
    await put(made.toJSON(), wishes);
  } catch (error) {
    await forgetDevice();
    throw error;
  }
  return null;
}

/** From now on the device wants something else. False if notices had to be turned off instead. */
export async function change(wishes: NoticeWishes): Promise<boolean> {
  const current = (await subscription()) ?? (await subscribeAgain());
  if (current) await put(current.toJSON(), wishes);
  else await turnOff();
  return current !== null;
}

/** No notices come to this device any more; the server is told if it can be reached. */
export async function turnOff(): Promise<void> {
  const kept = await keptDevice();
  await forgetDevice();
  if (kept) await accounts.removeDevice(kept.device).catch(() => undefined);
}

/** For a server that has forgotten the device already, or knows it as somebody else's. */
export async function forgetDevice(): Promise<void> {
  keepDeviceOwner(null);
  if ("caches" in window) await caches.delete(storage.cache);
  await (await subscription())?.unsubscribe().catch(() => false);
}

/**
 * Tells the server what is new about this device: its language and time zone, or another
 * subscription. `anew`: even if nothing is, since the session of the visitor is another one.
 */
export function refresh(anew = false): Promise<void> {
  refreshing = refreshing.catch(() => undefined).then(() => refreshNow(anew));
  return refreshing;
}
/** One after the other, so that a lost subscription is replaced once. */
let refreshing = Promise.resolve();
async function refreshNow(anew: boolean): Promise<void> {
  const kept = await keptDevice();
  if (!kept) return;
  const found = await subscription();
  const current = found ?? (await subscribeAgain());
  // The visitor has withdrawn the permission.
  if (!current) return turnOff();
  const isSame =
    found &&
    kept.endpoint === current.endpoint &&
    kept.zone === timeZone() &&
    kept.language === settings.language;
  if (!anew && isSame) return;
  // It may have been removed from another device.
  const isWanted = async () =>
    (await accounts.devices()).devices.some(({ device }) => device === kept.device);
  if (anew || !found || kept.endpoint !== current.endpoint || (await isWanted()))
    await put(current.toJSON(), kept);
  else await forgetDevice();
}

/** The visitor sees the table: what was told about it is old. */
export async function closeNotices(table: string): Promise<void> {
  const shown = await (await registration())?.getNotifications({ tag: `table-${table}` });
  for (const one of shown ?? []) one.close();
}
