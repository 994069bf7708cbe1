import { beforeEach, expect, test, vi } from "vitest";
import type { GameReview } from "./review.svelte";
import type { ReplayMoment } from "./types";

let askers = 0;
let replayed: (moment: ReplayMoment) => void;
let failed: (error: unknown) => void;
let review: GameReview;

beforeEach(async () => {
  askers = 0;
  vi.stubGlobal("navigator", { hardwareConcurrency: 4, languages: ["en"] });
  vi.doMock("./rules", () => ({
    Asker: class {
      constructor() {
        ++askers;
      }
      close(): void {
        --askers;
      }
    },
    rules: {
      replay: () =>
        new Promise<ReplayMoment>((resolve, reject) => {
          replayed = resolve;
          failed = reject;
        }),
      reviewTurn: () => new Promise(() => undefined),
    },
  }));
  review = new (await import("./review.svelte")).GameReview("{}", 100);
}, 60_000);
const moment = { turns: 9, view: { seats: [{}, {}] } } as unknown as ReplayMoment;
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a review has workers until it is closed", async () => {
  void review.start();
  replayed(moment);
  await settled();
  expect(askers).toBe(4);
  review.close();
  expect(askers).toBe(0);
});
test("a review that was closed before it knew the game starts no worker", async () => {
  const started = review.start();
  review.close();
  replayed(moment);
  await started;
  expect(askers).toBe(0);
});
test("a game that cannot be replayed cannot be reviewed", async () => {
  const started = review.start();
  failed(new Error("no such game"));
  await started;
  expect(review.failed).toBe("no such game");
});
