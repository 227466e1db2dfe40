import type { ContentCache } from "../content/cache";
import { beginning } from "../content/plain-text";
import { headerBlock } from "../content/shell-blocks";
import { addressIn, type Language } from "../i18n/languages";
import type { PageContext } from "./page-context";
import type { PageMetadata, Reader, RouteModule } from "./route-module";

/** The part of a document's head that depends on the page. */
export interface DocumentHead {
  title: string;
  description: string;
  /** "noindex" keeps the page out of search engines. */
  robots: "" | "noindex";
  links: readonly HeadLink[];
}

/** A link element: the canonical address, the page in another language, or the feed. */
interface HeadLink {
  rel: "canonical" | "alternate";
  href: string;
  hreflang?: string;
  type?: string;
  title?: string;
}

/** The largest length of a description in characters; search engines show no more. */
const descriptionLength = 200;

/** Returns the name of the site, which ends every title. */
export function siteName(page: PageContext, read: Reader): string {
  return read(headerBlock(page.language))?.[0]?.title ?? "Ferrule";
}

/** Returns the head of a page; its title ends with the site's name. */
export function documentHead(module: RouteModule, page: PageContext, cache: ContentCache): DocumentHead {
  const read = cache.reply;
  const site = siteName(page, read);
  const head = module.metadata(page, read);
  return {
    title: head.title ? `${head.title} | ${site}` : site,
    description: beginning(head.description, descriptionLength),
    robots: isHidden(page) ? "noindex" : "",
    links: linksOf(page, head, site),
  };
}

/** Reports whether search engines must not index the page: errors, searches, carts, sent requests, filtered or re-sorted lists. */
function isHidden({ route, search }: PageContext): boolean {
  if (isNoPage(route) || route === "search" || route === "cart" || route === "request") return true;
  // A variation's page has the product's page as its canonical address.
  return Object.keys(search).some((name) => name !== "page" && !(route === "product" && name === "variant"));
}

function isNoPage(route: PageContext["route"]): boolean {
  return route === "not-found" || route === "error";
}

/** Returns the available languages that the page's record is translated into. */
export function languagesOf(page: PageContext, { languages }: PageMetadata): readonly Language[] {
  return page.languages.filter(({ code, available }) => available && (languages?.includes(code) ?? true));
}

/**
 * Returns the page's address under a language prefix, absolute if the base
 * address is known. The page number is the only query parameter it keeps.
 */
function publicAddress(page: PageContext, prefix: string): string {
  const number = page.search.page;
  const { base = "", path } = page;
  return base + addressIn(prefix, { path, search: number === undefined ? {} : { page: number } });
}

/**
 * Returns the canonical address: under the prefix of the page's language, or of
 * the fallback language if the record is not translated into the page's.
 */
export function canonicalAddress(page: PageContext, head: PageMetadata): string {
  const offered = languagesOf(page, head);
  const own = page.languages.find(({ code }) => code === page.language);
  const language = head.languages === undefined || head.languages.includes(page.language) ? own : offered[0];
  return publicAddress(page, (language ?? own)?.prefix ?? page.prefix);
}

function linksOf(page: PageContext, head: PageMetadata, site: string): readonly HeadLink[] {
  const links: HeadLink[] = [];
  // Search engines ignore links to canonical addresses and other languages that are not absolute.
  if (page.base && !isNoPage(page.route)) links.push({ rel: "canonical", href: canonicalAddress(page, head) });
  if (page.base && !isHidden(page)) {
    for (const { code, prefix } of languagesOf(page, head))
      links.push({ rel: "alternate", hreflang: code, href: publicAddress(page, prefix) });
    links.push({ rel: "alternate", hreflang: "x-default", href: publicAddress(page, "") });
  }
  const own = page.languages.find(({ code }) => code === page.language);
  if (own?.available)
    links.push({
      rel: "alternate",
      type: "application/atom+xml",
      title: site,
      href: `${page.base ?? ""}/feeds/products.${own.prefix.slice(1)}.xml`,
    });
  return links;
}
