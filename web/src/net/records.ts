// Records of finished games, stored by the server.

/** Null if there is no such game, or it is not over. */
export async function recordOfGame(game: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/record`);
    return answer.ok ? (await answer.text()).trim() : null;
  } catch {
    return null;
  }
}
