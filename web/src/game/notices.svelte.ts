// Ways to reach visitors who are looking elsewhere: the live region, sounds, the title,
// notifications.
import { untrack } from "svelte";
import { go } from "../router.svelte";
import { settings } from "./settings.svelte";

/** The contents of the live region, newest last. */
export const said = $state<{ id: number; text: string }[]>([]);
let lastSaid = 0;
const mostSaid = 8;

export function say(text: string): void {
  if (text === "") return;
  untrack(() => {
    said.push({ id: ++lastSaid, text });
    if (said.length > mostSaid) said.splice(0, said.length - mostSaid);
  });
}

/** What was said at a table is of no use elsewhere. */
export const hush = () => void said.splice(0);

export type Sound = "lay" | "back" | "turn" | "six" | "wrong" | "end" | "roll";

// Each sound is a few short tones: frequency in hertz, start and length in seconds.
type Tone = [frequency: number, start: number, length: number];
const tones: Record<Sound, Tone[]> = {
  lay: [[320, 0, 0.05]],
  back: [[240, 0, 0.05]],
  roll: [
    [180, 0, 0.03],
    [220, 0.06, 0.03],
    [160, 0.12, 0.03],
    [200, 0.2, 0.03],
  ],
  turn: [
    [523, 0, 0.12],
    [659, 0.1, 0.18],
  ],
  // Six steps up, one for each tile as it lights up, into a chord that rings out with a bass below.
  six: [
    [392, 0, 0.5],
    [440, 0.11, 0.5],
    [523.25, 0.22, 0.5],
    [587.33, 0.33, 0.5],
    [659.25, 0.44, 0.5],
    [783.99, 0.55, 0.6],
    [130.81, 0.7, 1.9],
    [523.25, 0.7, 1.7],
    [659.25, 0.72, 1.7],
    [783.99, 0.74, 1.7],
    [1046.5, 0.76, 1.9],
    [1567.98, 1.0, 1.4],
  ],
  wrong: [[170, 0, 0.14]],
  end: [
    [392, 0, 0.15],
    [523, 0.13, 0.15],
    [659, 0.26, 0.35],
  ],
};
interface Voice {
  type: OscillatorType;
  /** Multiples of the frequency, and how loud each is. */
  partials: [number, number][];
  /** Seconds until a tone is at its loudest. */
  attack: number;
}
const plain: Voice = { type: "triangle", partials: [[1, 0.25]], attack: 0 };
/** A small bell: its second partial is an octave up, its third slightly out of tune. */
const bell: Voice = {
  type: "sine",
  partials: [
    [1, 0.11],
    [2, 0.045],
    [3.01, 0.02],
  ],
  attack: 0.008,
};
const voices: Partial<Record<Sound, Voice>> = { six: bell };
let audio: AudioContext | undefined;

export function sound(name: Sound): void {
  if (settings.volume === 0 || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const { type, partials, attack } = voices[name] ?? plain;
  for (const [frequency, start, length] of tones[name])
    for (const [multiple, loudness] of partials) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const from = audio.currentTime + start;
      tone.type = type;
      tone.frequency.value = frequency * multiple;
      gain.gain.setValueAtTime(attack > 0 ? 0.0001 : settings.volume * loudness, from);
      if (attack > 0)
        gain.gain.exponentialRampToValueAtTime(settings.volume * loudness, from + attack);
      gain.gain.exponentialRampToValueAtTime(0.0001, from + length / multiple ** 0.5);
      tone.connect(gain).connect(audio.destination);
      tone.start(from);
      tone.stop(from + length);
    }
}

/** Asks for permission; false if it is not granted. */
export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** `path`: where what is told can be seen. */
export function notify(text: string, path: string): void {
  if (!settings.notify || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  // One per game, as the service worker does.
  const tag = path.replace(/^\/t\//, "table-");
  const options = { body: text, icon: "/icon-192.png", tag };
  try {
    const notice = new Notification("Sixfold", options);
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
      if (location.pathname !== path) go(path);
    });
    whenSeen(() => notice.close());
  } catch {
    // Browsers of phones allow only the service worker to show any.
    void navigator.serviceWorker?.ready.then(async (worker) => {
      await worker.showNotification("Sixfold", { ...options, data: { path } });
      whenSeen(async () => {
        for (const one of await worker.getNotifications({ tag })) one.close();
      });
    });
  }
}
/** The page itself says what it has told while it was hidden. */
function whenSeen(then: () => void): void {
  if (document.hidden) document.addEventListener("visibilitychange", then, { once: true });
  else then();
}

/** For things that should be seen for a while. */
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
