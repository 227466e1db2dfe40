import type { Facet } from "../content/listing";

// What is chosen in a list of products stands in its address, and nowhere else:
// `material=1.4571&tube-od=12_16&pn=250..630&stock=1&sort=name&view=grid&page=2`.

/** The parameters of a list's address. */
export type Selection = Readonly<Record<string, string>>;

/** What is no filter: the words of a search, and how the list is shown. */
const others: ReadonlySet<string> = new Set(["q", "page", "sort", "view"]);

/** An open end is null. */
export interface Range {
  from: number | null;
  to: number | null;
}

/** A list's address; `path` without language prefix. Names are sorted, so that one selection has one address. */
export function listAddress(path: string, selection: Selection): string {
  const query = Object.entries(selection)
    .filter(([, value]) => value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** Another value of one parameter, "" for none; the list then begins at its first page. */
export function withParameter(selection: Selection, name: string, value: string): Selection {
  const { [name]: _, page: __, ...rest } = selection;
  return value === "" ? rest : { ...rest, [name]: value };
}

/** The address of a page of the list. */
export function withPage(selection: Selection, page: number): Selection {
  return withParameter(selection, "page", page > 1 ? String(page) : "");
}

/** The chosen values of a facet, by their keys. */
export function keysOf(selection: Selection, slug: string): readonly string[] {
  const value = selection[slug] ?? "";
  return value === "" || value.includes("..") ? [] : value.split("_");
}

/** With one value of a facet more, or without it; the keys keep the facet's order. */
export function withKey(selection: Selection, facet: Facet, key: string, chosen: boolean): Selection {
  const keys = new Set(keysOf(selection, facet.slug));
  if (chosen) keys.add(key);
  else keys.delete(key);
  const known = facet.values.map((value) => value.key).filter((each) => keys.has(each));
  return withParameter(selection, facet.slug, known.join("_"));
}

/** The chosen range of a facet; both ends open where none is chosen. */
export function rangeOf(selection: Selection, slug: string): Range {
  const [from, to] = (selection[slug] ?? "").includes("..") ? (selection[slug] ?? "").split("..") : [];
  return { from: from ? Number(from) : null, to: to ? Number(to) : null };
}

export function withRange(selection: Selection, slug: string, { from, to }: Range): Selection {
  return withParameter(selection, slug, from === null && to === null ? "" : `${from ?? ""}..${to ?? ""}`);
}

/** Without any filter; the search and the way the list is shown stay. */
export function withoutFilters(selection: Selection): Selection {
  return Object.fromEntries(Object.entries(selection).filter(([name]) => others.has(name) && name !== "page"));
}

/** A filter that is set: one value of a facet, or its range. */
export interface Filter {
  facet: Facet;
  /** "" for a range. */
  key: string;
  range: Range;
}

/** The filters that are set, in the order of the facets. */
export function filtersOf(selection: Selection, facets: readonly Facet[]): readonly Filter[] {
  return facets.flatMap((facet) => {
    const range = rangeOf(selection, facet.slug);
    if (range.from !== null || range.to !== null) return [{ facet, key: "", range }];
    return keysOf(selection, facet.slug).map((key) => ({ facet, key, range }));
  });
}

/** What is left when a filter is removed. */
export function withoutFilter(selection: Selection, { facet, key }: Filter): Selection {
  return key === "" ? withParameter(selection, facet.slug, "") : withKey(selection, facet, key, false);
}

/** The pages a pager names: the ends and what surrounds the current one; 0 stands for a gap. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  // At the beginning there is room for a third.
  const near = page === 1 ? [1, 2, 3] : [page - 1, page, page + 1];
  const shown = [...new Set([1, ...near, pages])].filter((number) => number >= 1 && number <= pages);
  return shown.flatMap((number, index) => {
    const skipped = number - (shown[index - 1] ?? 0) - 1;
    // A gap of one page is that page.
    return skipped === 0 ? [number] : skipped === 1 ? [number - 1, number] : [0, number];
  });
}
