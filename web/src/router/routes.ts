interface Row {
  name: string;
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
  /** A request sent by one visitor, at an address with a secret token: rendered per request, never cached. */
  private?: boolean;
}

/** The query parameters of every product list, besides its filters. */
const list = {
  page: "^([2-9]|[1-9][0-9]{1,3})$",
  sort: "^(name|sku|stock|new|tube-od|dn|pn)$",
  view: "^grid$",
};

const table = [
  { name: "home", pattern: "/" },
  { name: "catalog", pattern: "/catalog" },
  {
    name: "category",
    pattern: "/catalog/:slug",
    record: { collection: "categories", field: "slug", param: "slug" },
    params: list,
    filters: true,
  },
  { name: "search", pattern: "/search", params: { page: list.page, q: "^[^\\x00-\\x1f]{1,200}$" } },
  { name: "product-landing", pattern: "/product" },
  {
    name: "product",
    pattern: "/product/:slug",
    record: { collection: "products", field: "slug", param: "slug" },
    // variant: the part number of a variation; rows: show all rows of a long table.
    params: { variant: "^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$", rows: "^all$" },
  },
  { name: "about", pattern: "/about" },
  { name: "support", pattern: "/support" },
  { name: "contacts", pattern: "/contacts" },
  { name: "cart", pattern: "/cart" },
  { name: "imprint", pattern: "/imprint" },
  { name: "privacy", pattern: "/privacy" },
  { name: "request", pattern: "/request/:token", private: true },
] as const satisfies readonly Row[];

/** The names of the routes, and of the pages that have no address. */
export type RouteName = (typeof table)[number]["name"] | "not-found" | "error";

export interface Route extends Row {
  name: RouteName;
}

/** The routes of the site (specification, point 2). The server reads this table once at start. */
export const routes: readonly Route[] = table;
