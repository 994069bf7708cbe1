// The URL determines the screen: `/`, `/setup`, `/game`, `/lobby`, `/t/CODE`, `/g/ID`.
let path = $state(location.pathname + location.search);

addEventListener("popstate", () => (path = location.pathname + location.search));

export const address = () => new URL(path, location.origin);

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  path = to;
  scrollTo(0, 0);
}
