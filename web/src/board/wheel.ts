// What a turn of the wheel means. Browsers report mouse wheels and trackpads by the same event and
// do not name the device, so its figures must tell:
// - Pinching on a trackpad arrives with the Control key set, which nobody holds.
// - A mouse wheel turns in notches: whole lines, or many pixels at once, and only up and down.
// - Anything else, a few pixels or any at all sideways, is two fingers on a trackpad.
// A swipe can be as fast as a notch in its middle but not in the beginning, so what follows within a
// moment is from the same device.

/** The fewest pixels of a notch. */
const notch = 50;
/** The longest pause within one movement, in milliseconds. */
const pause = 200;
/** How fast the view grows: as a power of e, per pixel or line. */
const perPixel = 0.0016;
const perLine = 0.05;
const perNotch = 0.16;
/** As far as the fingers move apart. */
const perPinchedPixel = 0.01;
const mostAtOnce = 0.5;

export interface WheelTurn extends Pick<
  WheelEvent,
  "deltaX" | "deltaY" | "deltaMode" | "ctrlKey" | "timeStamp"
> {
  /** Where browsers have it: 120 for a notch however far it scrolls, or three times the pixels. */
  wheelDeltaY?: number;
}
export type Movement = { pan: { x: number; y: number } } | { zoom: number };

export class Wheel {
  #swipedAt = -Infinity;

  read({ deltaX, deltaY, deltaMode, ctrlKey, timeStamp, wheelDeltaY = 0 }: WheelTurn): Movement {
    // Pinching counts whole notches too.
    const counted =
      !ctrlKey &&
      wheelDeltaY !== 0 &&
      wheelDeltaY % 120 === 0 &&
      wheelDeltaY !== Math.round(-3 * deltaY);
    const inNotches = deltaMode !== 0 || (deltaX === 0 && (counted || Math.abs(deltaY) >= notch));
    if (ctrlKey && !inNotches) return zoomed(deltaY * perPinchedPixel);
    if (!ctrlKey && (!inNotches || timeStamp - this.#swipedAt < pause)) {
      this.#swipedAt = timeStamp;
      return { pan: { x: -deltaX, y: -deltaY } };
    }
    if (counted) return zoomed((-wheelDeltaY / 120) * perNotch);
    return zoomed(deltaY * (deltaMode === 0 ? perPixel : perLine));
  }
}

const zoomed = (by: number): Movement => ({
  zoom: Math.exp(-Math.max(-mostAtOnce, Math.min(mostAtOnce, by))),
});
