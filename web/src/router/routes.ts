import type { PageContext, RouteName } from "./page-context";

export interface Route {
  name: RouteName;
  /** Path without language prefix; `:name` stands for one segment. */
  pattern: string;
  /** The record that must exist and be public for the address to exist. */
  record?: { collection: string; field: string; param: string };
  /** The query parameters the route knows, each with the expression its value must match; all others are ignored. */
  params?: Readonly<Record<string, string>>;
  /** The route lists products: the catalogue's attributes may stand among the query parameters. */
  filters?: boolean;
  /** The guard that decides whether the address may be opened (guards.ts). */
  guard?: string;
  /** What one visitor sent, under a token that only they have: rendered for each who asks, kept by nobody. */
  private?: boolean;
}

/** What every list of products knows beside its filters. */
const list = {
  page: "^([2-9]|[1-9][0-9]{1,3})$",
  sort: "^(name|sku|stock|new|tube-od|dn|pn)$",
  view: "^grid$",
};

/** A filter's name is an attribute's slug; its value is keys joined by `_`, or a range such as `250..630`. */
const filterName = /^[a-z][a-z0-9-]{0,40}$/;
const filterValue = /^[a-z0-9./_-]{1,200}$/;

/** Every address of the site (specification, point 2). The server reads this table once at start. */
export const routes: readonly Route[] = [
  { name: "home", pattern: "/" },
  { name: "catalog", pattern: "/catalog" },
  {
    name: "category",
    pattern: "/catalog/:slug",
    record: { collection: "categories", field: "slug", param: "slug" },
    params: list,
    filters: true,
  },
  { name: "search", pattern: "/search", params: { ...list, q: "^[^\\x00-\\x1f]{1,200}$" }, filters: true },
  { name: "product-landing", pattern: "/product" },
  {
    name: "product",
    pattern: "/product/:slug",
    record: { collection: "products", field: "slug", param: "slug" },
    // A variation by its part number; the rows of a long table.
    params: { variant: "^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$", rows: "^all$" },
  },
  { name: "about", pattern: "/about" },
  { name: "support", pattern: "/support" },
  { name: "contacts", pattern: "/contacts" },
  { name: "cart", pattern: "/cart" },
  { name: "imprint", pattern: "/imprint" },
  { name: "privacy", pattern: "/privacy" },
  { name: "request", pattern: "/request/:token", private: true },
];

export type Location = Pick<PageContext, "route" | "path" | "params" | "search">;

/** The route of an address without language prefix; "not-found" where there is none. */
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
    // A form sends each of its chosen boxes on its own.
    known[name] = known[name] === undefined ? value : `${known[name]}_${value}`;
  }
  return known;
}
