// Records of finished games, stored by the server.

/** Null if there is no such game, or it is not over. The server need not know who asks. */
export async function recordOfGame(game: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/record`, {
      credentials: "omit",
    });
    return answer.ok ? (await answer.text()).trim() : null;
  } catch {
    return null;
  }
}
