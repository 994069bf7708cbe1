// Keeps the app available without a network and up to date. Everything that matters is stored as it
// happens, so a reload loses nothing.
export function stayOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) reloadWhenIdle();
  });
  void navigator.serviceWorker.register("/service-worker.js");
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void lookForNewer();
  });
}

/** Asks the server whether there is a newer version of the app. */
export async function lookForNewer(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
}

/** A file that is missing after a first retry belongs to a build that has been replaced. */
export async function reloadIfReachable(): Promise<void> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** What is being stored. */
const storing = new Set<Promise<unknown>>();
/** The page is not reloaded before this is done. */
export function beforeReload<T>(work: Promise<T>): Promise<T> {
  storing.add(work);
  const done = () => storing.delete(work);
  work.then(done, done);
  return work;
}

/** Whether the visitor drags a tile, types, or has a dialog open, or something is being stored. */
const isBusy = () =>
  storing.size > 0 ||
  document.querySelector(".dragging, dialog[open], input:focus, textarea:focus") !== null;
export function reloadWhenIdle(): void {
  if (isBusy()) setTimeout(reloadWhenIdle, 500);
  else location.reload();
}
