import type { Facet } from "../content/listing";

// The selection in a list of products is stored only in the address:
// `material=1.4571&tube-od=12_16&pn=250..630&stock=1&sort=name&view=grid&page=2`.

/** Selection is the query parameters of a list's address. */
export type Selection = Readonly<Record<string, string>>;

/** Parameters that are not filters. */
const otherParameters: ReadonlySet<string> = new Set(["page", "sort", "view"]);

/** Range is a numeric range; an open end is null. */
export interface Range {
  from: number | null;
  to: number | null;
}

/** listAddress returns a list's address; `path` has no language prefix. Parameters are sorted, so that a selection has one address. */
export function listAddress(path: string, selection: Selection): string {
  const query = Object.entries(selection)
    .filter(([, value]) => value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** withParameter sets a parameter, or removes it for "", and returns to the first page. */
export function withParameter(selection: Selection, name: string, value: string): Selection {
  const { [name]: _, page: __, ...rest } = selection;
  return value === "" ? rest : { ...rest, [name]: value };
}

/** withPage selects a page, counted from 1; the first page has no parameter. */
export function withPage(selection: Selection, page: number): Selection {
  return withParameter(selection, "page", page > 1 ? String(page) : "");
}

/** keysOf returns the keys of a facet's chosen values, of a range those within it. */
export function keysOf(selection: Selection, facet: Facet): readonly string[] {
  const value = selection[facet.slug] ?? "";
  if (!value.includes("..")) return value === "" ? [] : value.split("_");
  const { from, to } = rangeOf(selection, facet.slug);
  const inside = (number: number | null) =>
    number !== null && (from === null || number >= from) && (to === null || number <= to);
  return facet.values.filter(({ number }) => inside(number)).map(({ key }) => key);
}

/** withKey adds or removes one value of a facet; the keys keep the facet's order. */
export function withKey(selection: Selection, facet: Facet, key: string, chosen: boolean): Selection {
  const keys = new Set(keysOf(selection, facet));
  if (chosen) keys.add(key);
  else keys.delete(key);
  const known = facet.values.map((value) => value.key).filter((each) => keys.has(each));
  return withParameter(selection, facet.slug, known.join("_"));
}

/** rangeOf returns the chosen range of a facet; both ends are null if none is chosen. */
export function rangeOf(selection: Selection, slug: string): Range {
  const [from, to] = (selection[slug] ?? "").includes("..") ? (selection[slug] ?? "").split("..") : [];
  return { from: from ? Number(from) : null, to: to ? Number(to) : null };
}

export function withRange(selection: Selection, slug: string, { from, to }: Range): Selection {
  return withParameter(selection, slug, from === null && to === null ? "" : `${from ?? ""}..${to ?? ""}`);
}

/** withoutFilters removes all filters and keeps sorting and view. */
export function withoutFilters(selection: Selection): Selection {
  return Object.fromEntries(Object.entries(selection).filter(([name]) => otherParameters.has(name) && name !== "page"));
}

/** Filter is an active filter: one value of a facet, or its range. */
export interface Filter {
  facet: Facet;
  /** "" for a range. */
  key: string;
  range: Range;
}

/** sizesFirst orders facets as the list's columns: sizes and pressures, then what has names. */
export function sizesFirst(facets: readonly Facet[]): readonly Facet[] {
  return facets.toSorted((a, b) => Number(a.kind === "values") - Number(b.kind === "values"));
}

/** filtersOf returns the active filters in the order of the facets. */
export function filtersOf(selection: Selection, facets: readonly Facet[]): readonly Filter[] {
  return facets.flatMap((facet) => {
    const range = rangeOf(selection, facet.slug);
    if (range.from !== null || range.to !== null) return [{ facet, key: "", range }];
    return keysOf(selection, facet).map((key) => ({ facet, key, range }));
  });
}

/** withoutFilter removes one filter. */
export function withoutFilter(selection: Selection, { facet, key }: Filter): Selection {
  return key === "" ? withParameter(selection, facet.slug, "") : withKey(selection, facet, key, false);
}

/** pageNumbers returns the pages that a pager shows: the ends and the neighbours of the current page; 0 is a gap. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  // Page 1 has one neighbour only, so a third page fits.
  const near = page === 1 ? [1, 2, 3] : [page - 1, page, page + 1];
  const shown = [...new Set([1, ...near, pages])].filter((number) => number >= 1 && number <= pages);
  return shown.flatMap((number, index) => {
    const skipped = number - (shown[index - 1] ?? 0) - 1;
    // A gap of one page is replaced with that page.
    return skipped === 0 ? [number] : skipped === 1 ? [number - 1, number] : [0, number];
  });
}
