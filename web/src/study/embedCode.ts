// What another page needs to show a finished game in a frame.

const escaped = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export function embedCode(origin: string, game: string, turn: number, players: string[]): string {
  const address = `${origin}/embed/g/${encodeURIComponent(game)}${turn > 0 ? `?turn=${turn}` : ""}`;
  const title = escaped(`Sixfold: ${players.join(" – ")}`);
  return (
    `<iframe src="${address}" title="${title}" width="640" height="560" ` +
    `style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}
