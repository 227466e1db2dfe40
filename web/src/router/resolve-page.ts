import { splitPrefix } from "../i18n/languages";
import { matchRoute } from "./match-route";
import type { PageContext } from "./page-context";
import type { Place } from "./place";

/** The page a visit began with, as the server decided it, and the path of its address. */
export interface FirstPage {
  page: PageContext;
  pathname: string;
  /** The query string as it was asked for. */
  search: string;
}

/** The page of a place, or of an address on the way to be one. */
export function resolvePage(
  first: FirstPage,
  to: Pick<Place, "pathname" | "search" | "language" | "failure">,
): PageContext {
  const { page } = first;
  const { languages } = page;
  const at = splitPrefix(to.pathname, languages);
  // What the server says of the site holds for each of its pages.
  const site = { ...page, prefix: at.prefix, language: at.language ?? to.language ?? page.language };
  const location = matchRoute(at.path, to.search);
  if (to.failure !== undefined) return { ...site, ...location, route: "error" };
  // The server knows more than the address tells: whether its record exists, and
  // which attributes and values the catalogue has.
  if (at.path !== splitPrefix(first.pathname, languages).path) return { ...site, ...location };
  if (to.search !== first.search) return { ...site, search: location.search };
  // The very same while nothing differs: a page that is not hydrated yet must not be rendered anew.
  return site.prefix === page.prefix && site.language === page.language ? page : site;
}
