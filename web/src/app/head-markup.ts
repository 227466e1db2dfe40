import { escapeHtml } from "../content/escape-html";
import { canonicalAddress, type DocumentHead, languagesOf, siteName } from "../router/document-head";
import type { PageContext } from "../router/page-context";
import type { PageMetadata, Reader } from "../router/route-module";
import { structuredData } from "./structured-data/graph";
import { inScript } from "./structured-data/thing";

// The part of the head that only the server's document carries: crawlers read it, and navigations do not update it.

interface HeadEntry {
  tag: "meta" | "link";
  attributes: Readonly<Record<string, string>>;
}

/** The size of the generated preview pictures, in px. */
const preview = { width: 1200, height: 630 };

/** Returns the markup of a page's head without title, description, robots and structured data. */
export function headMarkup(page: PageContext, shown: DocumentHead, head: PageMetadata, read: Reader): string {
  const entries: readonly HeadEntry[] = [
    ...shown.links.map((link): HeadEntry => ({ tag: "link", attributes: { ...link } })),
    ...openGraph(page, shown, head, read).map(
      ([name, content]): HeadEntry => ({
        tag: "meta",
        attributes: name.startsWith("twitter:") ? { name, content } : { property: name, content },
      }),
    ),
  ];
  return entries.map(elementMarkup).join("");
}

/** Returns the markup of a page's structured data, one line for the end of the document; "" for none. */
export function structuredMarkup(page: PageContext, head: PageMetadata, read: Reader): string {
  const graph = structuredData(page, head, read);
  return graph ? `<script type="application/ld+json">${inScript(graph)}</script>` : "";
}

/** Writes a head entry as markup; attribute values are escaped here and nowhere else. */
function elementMarkup({ tag, attributes }: HeadEntry): string {
  return `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("")}>`;
}

/** Returns the Open Graph (ogp.me) and X card entries. Addresses must be absolute, so there are none without a base address. */
function openGraph(
  page: PageContext,
  shown: DocumentHead,
  head: PageMetadata,
  read: Reader,
): readonly (readonly [string, string])[] {
  if (page.route === "not-found" || page.route === "error") return [];
  const title = head.title || siteName(page, read);
  const entries: (readonly [string, string])[] = [
    ["og:site_name", siteName(page, read)],
    ["og:type", page.route === "product" ? "product" : "website"],
    ["og:title", title],
    ["og:locale", page.language.replace("-", "_")],
    ...languagesOf(page, head)
      .filter(({ code }) => code !== page.language)
      .map(({ code }) => ["og:locale:alternate", code.replace("-", "_")] as const),
    ["twitter:card", "summary_large_image"],
  ];
  if (shown.description) entries.push(["og:description", shown.description]);
  if (!page.base) return entries;
  return [
    ...entries,
    ["og:url", canonicalAddress(page, head)],
    ["og:image", page.base + previewPath(page)],
    ["og:image:type", "image/png"],
    ["og:image:width", String(preview.width)],
    ["og:image:height", String(preview.height)],
    ["og:image:alt", title],
  ];
}

/** Returns the path of the generated preview picture: of the product or category, on all other pages of the site. */
function previewPath(page: PageContext): string {
  const own = page.languages.find(({ code }) => code === page.language);
  const folder = `/og${own?.prefix ?? ""}`;
  const { route, params } = page;
  if (route !== "product" && route !== "category") return `${folder}/site.png`;
  return `${folder}/${route}/${encodeURIComponent(params.slug ?? "")}.png`;
}
