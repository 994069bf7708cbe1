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

/** Not while a tile is being dragged. */
function reloadWhenIdle(): void {
  if (document.querySelector(".dragging")) setTimeout(reloadWhenIdle, 500);
  else location.reload();
}
