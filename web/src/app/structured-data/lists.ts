import { categoriesBlock, categoryBlock, newestProductsBlock, productBlock, supportBlock } from "../../content/blocks";
import { listingBlock } from "../../content/listing";
import type { Categories, Products } from "../../content/model.gen";
import { plainText } from "../../content/plain-text";
import { related } from "../../content/relation";
import { parseList } from "../../content/text-list";
import { type TranslationRow, translation } from "../../i18n/translation";
import { canonicalAddress, siteName } from "../../router/document-head";
import type { PageContext } from "../../router/page-context";
import type { PageMetadata, Reader } from "../../router/route-module";
import { catalogTitle } from "../../routes/catalog/title";
import { defaultSupport } from "../../routes/support/default-content";
import type { Question } from "../../ui/accordion";
import { pageAddress } from "./site";
import type { Thing } from "./thing";

interface Step {
  name: string;
  path: string;
}

/** Returns the breadcrumbs from the home page to this one; undefined on the home page. */
export function breadcrumbList(page: PageContext, head: PageMetadata, read: Reader): Thing | undefined {
  if (page.route === "home") return undefined;
  const steps = [{ name: siteName(page, read), path: "/" }, ...parentsOf(page, read)].filter(({ name }) => name !== "");
  const url = canonicalAddress(page, head);
  return {
    "@type": "BreadcrumbList",
    "@id": `${url}#breadcrumb`,
    itemListElement: [
      ...steps.map(({ name, path }, index) => listItem(index + 1, name, pageAddress(page, path))),
      listItem(steps.length + 1, head.title, url),
    ],
  };
}

/** Returns the pages between the home page and this one. */
function parentsOf(page: PageContext, read: Reader): readonly Step[] {
  const { route, params, language } = page;
  if (route !== "category" && route !== "product") return [];
  const catalog = { name: catalogTitle(language), path: "/catalog" };
  if (route === "category") {
    const category = read(categoryBlock(params.slug ?? "", language))?.[0];
    return [catalog, ...ancestry(related(category?.parent), language)];
  }
  const product = read(productBlock(params.slug ?? "", language))?.[0];
  return [catalog, ...ancestry(related(product?.categories?.[0]?.categories_id), language)];
}

/** Returns a category after its ancestors, the topmost first. */
function ancestry(category: Categories | undefined, language: string): readonly Step[] {
  if (!category) return [];
  const own = { name: plainText(translation(category, language)?.title), path: `/catalog/${category.slug}` };
  return [...ancestry(related(category.parent), language), own];
}

function listItem(position: number, name: string, url: string): Thing {
  return { "@type": "ListItem", position, name, item: url };
}

/** Returns the categories or products of a list page, in the order of the page. */
export function itemList(page: PageContext, head: PageMetadata, read: Reader): Thing | undefined {
  const { route, language } = page;
  if (route === "category") return categoryList(page, head, read);
  const entries =
    route === "catalog"
      ? (read(categoriesBlock(language)) ?? []).map((each) => entry(each, "catalog", language))
      : (read(newestProductsBlock(language)) ?? []).map((each) => entry(each, "product", language));
  return list(page, head, entries);
}

function categoryList(page: PageContext, head: PageMetadata, read: Reader): Thing | undefined {
  const { params, search, language } = page;
  const listing = read(listingBlock(params.slug ?? "", search, language));
  if (!listing) return undefined;
  const entries = listing.items.map(({ product }) => entry(product, "product", language));
  // Every page but the last has the full number of items.
  const before =
    listing.page === listing.pages ? listing.products - entries.length : (listing.page - 1) * entries.length;
  return list(page, head, entries, before, listing.products);
}

function entry(record: Categories | Products, folder: "catalog" | "product", language: string): Step {
  const text = translation<TranslationRow & { name?: string | null; title?: string | null }>(record, language);
  return { name: plainText(text?.name || text?.title), path: `/${folder}/${record.slug}` };
}

function list(
  page: PageContext,
  head: PageMetadata,
  entries: readonly Step[],
  before = 0,
  count = entries.length,
): Thing | undefined {
  if (entries.length === 0) return undefined;
  return {
    "@type": "ItemList",
    "@id": `${canonicalAddress(page, head)}#list`,
    name: head.title,
    numberOfItems: count,
    itemListElement: entries.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: before + index + 1,
      name,
      url: pageAddress(page, path),
    })),
  };
}

/** Returns the questions of the support page with their answers; undefined if there are none. */
export function questions(page: PageContext, head: PageMetadata, read: Reader): Thing | undefined {
  const { language } = page;
  const content = translation(read(supportBlock(language))?.[0], language);
  const entries = parseList<Question>(content?.faq_list, defaultSupport(language).questions).flatMap(
    ({ title, description }) => {
      const [name, text] = [plainText(title), plainText(description)];
      return name && text
        ? [{ "@type": "Question", name, acceptedAnswer: { "@type": "Answer", text } } satisfies Thing]
        : [];
    },
  );
  if (entries.length === 0) return undefined;
  const url = canonicalAddress(page, head);
  return { "@type": "FAQPage", "@id": `${url}#questions`, url, inLanguage: language, mainEntity: entries };
}
