// Installing the app, where the browser offers it.

/** What Chromium's browsers send when the app can be installed; TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<InstallEvent | null>(null);

/** From now on an offer of the browser is kept for the settings instead of being shown at once. */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
  });
  addEventListener("appinstalled", () => (offer = null));
}

export const canInstall = () => offer !== null;

export async function install(): Promise<void> {
  // The browser accepts an offer only once.
  const accepted = offer;
  offer = null;
  await accepted?.prompt();
}
