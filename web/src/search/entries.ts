import type { ListingItem } from "../content/listing";
import type { SearchArticle, SearchReply } from "../content/search";
import { languageOf, translation } from "../i18n/translation";
import { fold } from "../ui/search-highlight/matches";
import { numberOf } from "./quick-article";

/** Entry is a row of the main list: an article, or a family with several matching articles. */
export type Entry =
  | { kind: "article"; key: string; article: SearchArticle }
  | { kind: "family"; key: string; family: ListingItem };

/** entriesOf returns the rows of the list in focus. */
export function entriesOf({ focus, articles, families }: SearchReply): readonly Entry[] {
  if (focus === "articles") return articles.map(articleEntry);
  return families.map((family) =>
    family.variation || (family.of <= 1 && !isFamily(family))
      ? articleEntry({ ...family, group: "" })
      : { kind: "family", key: String(family.product.id), family },
  );
}

function articleEntry(article: SearchArticle): Entry {
  return { kind: "article", key: `${article.product.id} ${article.variation?.id ?? ""}`, article };
}

function isFamily({ product }: ListingItem): boolean {
  return product.product_type === "variation";
}

/** nameOf returns an article's name with its size, and the language of the name if it is not the page's. */
export function nameOf(
  { product, variation }: Pick<SearchArticle, "product" | "variation">,
  language: string,
): { name: string; lang: string | undefined } {
  const text = translation(product, language);
  const title = translation(variation, language)?.title;
  const name = [text?.name, title].filter(Boolean).join(" ") || numberOf({ product, variation });
  // A size does not break: DN 80.
  return { name: name.replace(/\b(DN|PN|NPS|Class) (?=\d)/g, "$1\u00a0"), lang: languageOf(text, language) };
}

/** addressOf returns the address of an article's or family's page. */
export function addressOf({ product, variation }: Pick<SearchArticle, "product" | "variation">): string {
  return `/product/${product.slug}${variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : ""}`;
}

/** marksOf returns the strings to highlight, with the words that misspelled ones were read as. */
export function marksOf({ marks, terms }: SearchReply): readonly string[] {
  return [...marks, ...terms.flatMap(({ corrected }) => (corrected === "" ? [] : [fold(corrected)]))];
}
