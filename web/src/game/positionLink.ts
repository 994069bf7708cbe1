// A decision as a link: the view without its history, compressed into the part of an address that
// stays in the browser.
import { editions, type ThemeName, type View } from "./types";

export interface SharedPosition {
  theme: ThemeName;
  view: View;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function positionLink({ theme, view }: SharedPosition): Promise<string> {
  const seats = view.seats.map((seat, i) => ({ ...seat, name: String(i + 1) }));
  const text = JSON.stringify({ theme, view: { ...view, seats, history: [] } });
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream("deflate-raw"),
  );
  const base = btoa(String.fromCharCode(...packed));
  const safe = base.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return new URL(`/p#${safe}`, location.href).href;
}

/** Null if the address contains none. */
export async function readPositionLink(hash: string): Promise<SharedPosition | null> {
  try {
    const base = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(base, (char) => char.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"));
    const shared = JSON.parse(new TextDecoder().decode(bytes)) as Partial<SharedPosition>;
    if (!shared.view || typeof shared.view !== "object") return null;
    const theme = editions.find((one) => one.theme === shared.theme)?.theme ?? "classic";
    return { theme, view: shared.view };
  } catch {
    return null;
  }
}
