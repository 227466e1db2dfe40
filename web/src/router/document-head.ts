import type { ContentCache } from "../content/cache";
import { beginning } from "../content/plain-text";
import { headerBlock } from "../content/shell-blocks";
import { addressIn, type Language } from "../i18n/languages";
import type { PageContext } from "./page-context";
import type { PageMetadata, Reader, RouteModule } from "./route-module";

/** What a document's head says of a page to browsers and to search engines. */
export interface DocumentHead {
  title: string;
  description: string;
  /** "noindex" keeps the page out of search engines. */
  robots: "" | "noindex";
  links: readonly HeadLink[];
}

/** A link element: the page's one address, the page in another language, the feed. */
interface HeadLink {
  rel: "canonical" | "alternate";
  href: string;
  hreflang?: string;
  type?: string;
  title?: string;
}

/** Characters of a description: search engines show no more. */
const descriptionLength = 200;

/** The name of the site, as titles end with it. */
export function siteName(page: PageContext, read: Reader): string {
  return read(headerBlock(page.language))?.[0]?.title ?? "Ferrule";
}

/** A page's title, with the site's name, and all else of its head that a browser shows or a search engine reads. */
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

/** Pages that search engines are asked to leave out: what is no page, searches, carts, what somebody sent, and lists under a filter or in another order. */
function isHidden({ route, search }: PageContext): boolean {
  if (isNoPage(route) || route === "search" || route === "cart" || route === "request") return true;
  // A variation is a part of its product's page, whose address is the canonical one.
  return Object.keys(search).some((name) => name !== "page" && !(route === "product" && name === "variant"));
}

function isNoPage(route: PageContext["route"]): boolean {
  return route === "not-found" || route === "error";
}

/** The languages a page can be offered in: those of its record that visitors may choose. */
export function languagesOf(page: PageContext, { languages }: PageMetadata): readonly Language[] {
  return page.languages.filter(({ code, available }) => available && (languages?.includes(code) ?? true));
}

/**
 * The page's address under a prefix, absolute where the site's own address is
 * known. Of the query only the number of the page remains.
 */
function publicAddress(page: PageContext, prefix: string): string {
  const number = page.search.page;
  const { base = "", path } = page;
  return base + addressIn(prefix, { path, search: number === undefined ? {} : { page: number } });
}

/**
 * The address to keep: under the prefix of the page's language; where the record
 * has no words in it, of the language whose words the page shows.
 */
export function canonicalAddress(page: PageContext, head: PageMetadata): string {
  const offered = languagesOf(page, head);
  const own = page.languages.find(({ code }) => code === page.language);
  const language = head.languages === undefined || head.languages.includes(page.language) ? own : offered[0];
  return publicAddress(page, (language ?? own)?.prefix ?? page.prefix);
}

function linksOf(page: PageContext, head: PageMetadata, site: string): readonly HeadLink[] {
  const links: HeadLink[] = [];
  // A canonical link that is not absolute would be taken for a mistake.
  if (page.base && !isNoPage(page.route)) links.push({ rel: "canonical", href: canonicalAddress(page, head) });
  if (!isHidden(page)) {
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
