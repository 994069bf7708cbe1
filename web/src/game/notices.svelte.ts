// Ways to reach visitors who are looking elsewhere: the live region, sounds, the title,
// notifications.
import { untrack } from "svelte";
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

export type Sound = "lay" | "back" | "turn" | "six" | "wrong" | "end" | "roll";

// Each sound is a few short tones: frequency in hertz, start and length in seconds.
const tones: Record<Sound, [number, number, number][]> = {
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
  six: [
    [523, 0, 0.1],
    [659, 0.09, 0.1],
    [784, 0.18, 0.1],
    [1047, 0.27, 0.3],
  ],
  wrong: [[170, 0, 0.14]],
  end: [
    [392, 0, 0.15],
    [523, 0.13, 0.15],
    [659, 0.26, 0.35],
  ],
};
let audio: AudioContext | undefined;

export function sound(name: Sound): void {
  if (settings.volume === 0 || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [frequency, start, length] of tones[name]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(settings.volume * 0.25, now + start);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

/** Asks for permission; false if it is not granted. */
export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export function notify(text: string): void {
  if (!settings.notify || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const notice = new Notification("Sixfold", { body: text, icon: "/icon-192.png", tag: "turn" });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

/** For things that should be seen for a while. */
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
