import { expect, test } from "vitest";
import { Wheel, type WheelTurn } from "./wheel";

const turn = (given: Partial<WheelTurn>): WheelTurn => ({
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  timeStamp: 0,
  ...given,
});
const zoomOf = (given: Partial<WheelTurn>) => {
  const read = new Wheel().read(turn(given));
  return "zoom" in read ? read.zoom : null;
};

test("a notch of a mouse wheel zooms, in pixels or in lines", () => {
  expect(zoomOf({ deltaY: -100 })).toBeCloseTo(1.17, 2);
  expect(zoomOf({ deltaY: 120 })).toBeLessThan(1);
  expect(zoomOf({ deltaY: -3, deltaMode: 1 })).toBeGreaterThan(1.1);
});
test("two fingers on a trackpad pan both ways", () => {
  expect(new Wheel().read(turn({ deltaX: 7, deltaY: -3 }))).toEqual({ pan: { x: -7, y: 3 } });
  expect(new Wheel().read(turn({ deltaX: -160 }))).toEqual({ pan: { x: 160, y: -0 } });
});
test("pinching zooms as far as the fingers move apart", () => {
  const wheel = new Wheel();
  let scale = 1;
  for (let i = 0; i < 10; ++i) {
    const read = wheel.read(turn({ deltaY: -4, wheelDeltaY: 120, ctrlKey: true }));
    if ("zoom" in read) scale *= read.zoom;
  }
  expect(scale).toBeCloseTo(Math.exp(0.4), 6);
  // Control and a wheel is not pinching.
  expect(zoomOf({ deltaY: -100, ctrlKey: true })).toBeCloseTo(1.17, 2);
});
test("a fast swipe stays a swipe, and a wheel after a pause is a wheel", () => {
  const wheel = new Wheel();
  wheel.read(turn({ deltaY: 6, timeStamp: 1000 }));
  expect(wheel.read(turn({ deltaY: 90, timeStamp: 1016 }))).toEqual({ pan: { x: -0, y: -90 } });
  expect(wheel.read(turn({ deltaY: 90, timeStamp: 1400 }))).toHaveProperty("zoom");
});
test("a notch that scrolls only a little is still a notch, and a swipe is not", () => {
  expect(zoomOf({ deltaY: 4.0002, wheelDeltaY: -120 })).toBeCloseTo(0.85, 2);
  expect(zoomOf({ deltaY: 40, wheelDeltaY: -120 })).toBeNull();
});
