// Shows in how many games others wait for the visitor where it is seen from elsewhere: in the title, in the
// icon of the tab, and on the icon of the installed app. Tells whoever has left a table on a server
// that it is their turn there.
import { untrack } from "svelte";
import { t } from "../i18n/index.svelte";
import { invitations } from "../net/invited.svelte";
import { onlineRunning } from "../net/ownTables.svelte";
import { address } from "../router.svelte";
import { notify, say, sound } from "./notices.svelte";
import { nameOfGame } from "./words";
import { yourGames } from "./yourGames.svelte";

/** Those whose time runs out first come first. Bots are patient: only games with people count. */
export const gamesThatWait = () =>
  yourGames().filter(({ yourTurn, withPeople }) => yourTurn && withPeople);
export const waitingGames = () => gamesThatWait().length + invitations().length;

const prefix = /^\(\d+\) /;
const titled = (title: string, count: number) =>
  `${count > 0 ? `(${count}) ` : ""}${title.replace(prefix, "")}`;

const plainIcon = "/icon.svg";
const size = 64;
const radius = 19;

async function drawnIcon(count: number): Promise<string> {
  const image = new Image(size, size);
  image.src = plainIcon;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (!pen) return plainIcon;
  pen.drawImage(image, 0, 0, size, size);
  const centre = size - radius - 1;
  pen.beginPath();
  pen.arc(centre, centre, radius, 0, 2 * Math.PI);
  pen.fillStyle = "#c8102e";
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = "#fff";
  pen.stroke();
  pen.fillStyle = "#fff";
  pen.font = `bold ${count > 9 ? 24 : 30}px sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count > 9 ? "9+" : String(count), centre, centre + 2);
  return canvas.toDataURL("image/png");
}

async function showIcon(count: number, isLatest: () => boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  const href = count > 0 ? await drawnIcon(count).catch(() => plainIcon) : plainIcon;
  if (!isLatest() || link.getAttribute("href") === href) return;
  link.type = href === plainIcon ? "image/svg+xml" : "image/png";
  link.href = href;
}

/** The games on a server that others were to move in. */
let theirs = new Set<string>();
/** A table that is on the screen tells its own turns, and the banner about a match its matches. */
function tellTurns(): void {
  const running = onlineRunning();
  const path = untrack(() => address().pathname);
  for (const { id, href, yourTurn, turnOf, variant, theme } of running) {
    if (!yourTurn || turnOf === null || !theirs.has(id)) continue;
    if ([href, `/t/${id}`].includes(path)) continue;
    const text = t("notify.turn", { game: nameOfGame(variant, theme) });
    sound("turn");
    notify(text, href);
    say(text);
  }
  theirs = new Set(running.filter(({ yourTurn }) => !yourTurn).map(({ id }) => id));
}

/** Called once, by the app. */
export function followWaiting(): void {
  $effect(tellTurns);
  $effect(() => {
    const count = waitingGames();
    let latest = true;
    // Every screen sets its own title.
    const title = document.querySelector("title");
    const show = () => {
      const wanted = titled(document.title, count);
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const observer = new MutationObserver(show);
    if (title) observer.observe(title, { childList: true });
    void showIcon(count, () => latest);
    // Browsers without a place for it do nothing, or refuse.
    void navigator.setAppBadge?.(count).catch(() => undefined);
    return () => {
      latest = false;
      observer.disconnect();
    };
  });
}
