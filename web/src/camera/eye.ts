// Reads photos, in a worker with a module of its own. Both are fetched when there is a first picture
// to read. No picture leaves the device.
import moduleUrl from "$module/photo.wasm?url";
import type { BoardForm, CellText, PlacedText, TileText, Variant } from "../game/types";

/** What is known of the table. */
export interface KnownTable {
  variant: Variant;
  board?: BoardForm;
  tiles: PlacedText[];
}

/** In pixels of the picture. */
export type Corners = [number, number][];

/** What src/wasm/photo.cpp answers. */
export interface FoundTile {
  tile: PlacedText;
  corners: Corners;
  /** Known, but it looks like another tile. */
  differs?: true;
  new?: true;
  /** The rest only of new tiles: whether it belongs to what was placed, … */
  move?: boolean;
  doubtful?: boolean;
  /** … and what it may be, the most likely first. */
  likely?: TileText[];
}
export interface FoundTable {
  tiles: FoundTile[];
  /** Cells that seem to hold a tile that cannot be read. */
  unread: { cell: CellText; corners: Corners }[];
  /** How many known tiles the photo does not show. */
  missing: number;
  board?: BoardForm;
}

/** Why a picture shows no table. */
export class PictureError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

interface Answer {
  number: number;
  answer: FoundTable & { error?: { code: string } };
}

export class Eye {
  #worker: Promise<Worker> | undefined;
  #number = 0;
  #waiting = new Map<number, (answer: Answer["answer"]) => void>();

  /** Rejects with a PictureError. The pixels are given away. */
  async look(known: KnownTable, { data, width, height }: ImageData): Promise<FoundTable> {
    const number = ++this.#number;
    const worker = await (this.#worker ??= this.#start()).catch(() => this.#fail());
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, ({ error, ...found }) => {
        if (error) reject(new PictureError(error.code));
        else resolve(found);
      });
      worker.postMessage({ number, known, pixels: data, width, height }, [data.buffer]);
    });
  }

  close(): void {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  }

  /** The next picture starts another worker. */
  #fail(): never {
    this.#worker = undefined;
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answer of unanswered)
      answer({ error: { code: "module" }, tiles: [], unread: [], missing: 0 });
    throw new PictureError("module");
  }

  async #start(): Promise<Worker> {
    const module = await WebAssembly.compileStreaming(fetch(moduleUrl));
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("error", () => {
      try {
        this.#fail();
      } catch {
        // Whoever waits has been told.
      }
    });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      this.#waiting.get(data.number)?.(data.answer);
      this.#waiting.delete(data.number);
    });
    worker.postMessage(module);
    return worker;
  }
}
