import type { Footer, Header } from "./model.gen";
import { items, memoizeLast, published, type Query, under } from "./query";

// The blocks of the shell, part of the entry chunk; all others load with the pages that show them.

export const headerBlock = memoizeLast((language: string): Query<Header[]> => {
  return items("header", {
    fields: ["id", "slug", "title", "logo", "translations.*", "menu.id", ...under("menu.links", linkFields)],
    limit: 1,
    language,
  });
});

const linkFields = [
  "id",
  "sort",
  "collection",
  "item:link.id",
  "item:link.slug",
  "item:link.title",
  "item:link.is_catalog",
  "item:link.translations.languages_code",
  "item:link.translations.link_text",
  "item:link.translations.external_link",
];

export const footerBlock = memoizeLast((language: string): Query<Footer[]> => {
  return items("footer", {
    fields: [
      "id",
      "address_list",
      "email_links",
      "phone_links",
      "schedule_list",
      "translations.*",
      ...under("menu.links", linkFields),
      "categories.id",
      "categories.categories_id.id",
      "categories.categories_id.slug",
      "categories.categories_id.translations.languages_code",
      "categories.categories_id.translations.title",
    ],
    filter: published,
    sort: ["-date_updated"],
    limit: 1,
    language,
  });
});
