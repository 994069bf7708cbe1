// Tables as anyone may see them, without watching them.
import type { ServerTable } from "./messages";

/** Null if there is no such table, undefined if the server did not answer. */
export async function lookAt(game: string): Promise<ServerTable | null | undefined> {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}`);
    if (answer.ok) return ((await answer.json()) as { table: ServerTable }).table;
    return answer.status === 404 ? null : undefined;
  } catch {
    return undefined;
  }
}

/** A rematch that others want: who, none if the visitor wants it too, and how to decline it. */
export interface RematchOffer {
  names: string[];
  decline: () => void;
}
