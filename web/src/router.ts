// Where one is: in the fragment of the address, which no server and no log gets to see.
import { signal } from "@preact/signals";

export interface Route {
  /** The words of the path: ["table", "4f2a"]. */
  path: string[];
  query: URLSearchParams;
}

function parsed(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export const route = signal<Route>(parsed());

addEventListener("hashchange", () => {
  route.value = parsed();
});

/** The address of a place, such as "/history". */
export function href(path: string): string {
  return `#${path}`;
}

/** Go to a place; with `replace` the way back does not lead here. */
export function go(path: string, replace = false): void {
  if (replace) location.replace(href(path));
  else location.hash = href(path);
}

/** The whole address of a place, for sending to others. */
export function link(path: string): string {
  return location.href.split("#", 1)[0] + href(path);
}
