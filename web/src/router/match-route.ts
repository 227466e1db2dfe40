import type { PageContext } from "./page-context";
import { type Route, routes } from "./routes";

/** A filter's name is an attribute's slug; its value is keys joined by `_`, or a range such as `250..630`. */
const filterName = /^[a-z][a-z0-9-]{0,40}$/;
const filterValue = /^[a-z0-9./_-]{1,200}$/;

export type Location = Pick<PageContext, "route" | "path" | "params" | "search">;

/** Returns the route of an address without language prefix; "not-found" if no route matches. */
export function matchRoute(path: string, query: string): Location {
  const clean = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  for (const route of routes) {
    const params = matchPattern(route.pattern, clean);
    if (params) return { route: route.name, path: clean, params, search: knownParameters(route, query) };
  }
  return { route: "not-found", path: clean, params: {}, search: {} };
}

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":")) {
      if (value === "") return null;
      const decoded = decodeSegment(value);
      if (decoded === null) return null;
      params[segment.slice(1)] = decoded;
    } else if (segment !== value) return null;
  }
  return params;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function knownParameters(route: Route, query: string): Record<string, string> {
  const given = new URLSearchParams(query);
  const known: Record<string, string> = {};
  for (const [name, expression] of Object.entries(route.params ?? {})) {
    const value = given.get(name);
    if (value !== null && new RegExp(expression).test(value)) known[name] = value;
  }
  if (!route.filters) return known;
  for (const [name, value] of given) {
    if (name in (route.params ?? {}) || !filterName.test(name) || !filterValue.test(value)) continue;
    // A form submitted without scripts sends a parameter for each checked box.
    known[name] = known[name] === undefined ? value : `${known[name]}_${value}`;
  }
  return known;
}
