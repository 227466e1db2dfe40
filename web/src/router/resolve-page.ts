import { splitPrefix } from "../i18n/languages";
import { matchRoute } from "./match-route";
import type { PageContext } from "./page-context";
import type { Place } from "./place";

/** The page of the document, as the server resolved it, and the path of its address. */
export interface FirstPage {
  page: PageContext;
  pathname: string;
  /** The query string as requested. */
  search: string;
}

/** Returns the page of a location: the current one or one of a link. */
export function resolvePage(
  first: FirstPage,
  to: Pick<Place, "pathname" | "search" | "language" | "failure">,
): PageContext {
  const { page } = first;
  const { languages } = page;
  const at = splitPrefix(to.pathname, languages);
  // The properties of the site are the same for all its pages.
  const site = { ...page, prefix: at.prefix, language: at.language ?? to.language ?? page.language };
  const location = matchRoute(at.path, to.search);
  if (to.failure !== undefined) return { ...site, ...location, route: "error" };
  // For the first page the server's result is used: only the server knows whether
  // the record exists, and which attributes and values the catalogue has.
  if (at.path !== splitPrefix(first.pathname, languages).path) return { ...site, ...location };
  if (to.search !== first.search) return { ...site, search: location.search };
  // Returns the same object if nothing differs, so that a page that is not hydrated yet is not re-rendered.
  return site.prefix === page.prefix && site.language === page.language ? page : site;
}
