// What the browser keeps for the app, as JSON.

/** What is stored under a key; null if there is nothing or it cannot be read. */
export function kept<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The app also works in a browser that stores nothing.
  }
}

/** Where the tiles that are placed in a game but not played are stored. */
export const laidKey = (game: string) => `sixfold.laid.${game}`;
