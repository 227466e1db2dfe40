import { listLimits } from "../lazy-constants";
import type {
  About,
  Attributes,
  Catalog,
  Categories,
  Clients,
  Contacts,
  Forms,
  Index,
  Pages,
  Products,
  Support,
} from "./model.gen";
import { items, memoizeLast, published, type Query, under } from "./query";

// The content blocks (specification, points 4 and 7): one query each, the same
// on the server and in the browser.

/** The fields of a decorative picture, shown beside the name of its subject. */
const thumbnail = ["id", "width", "height", "type", "optical_scale"];
const picture = [...thumbnail, "translations.languages_code", "translations.alt"];
const document = ["id", "title", "type", "filesize"];

const categoryName = ["id", "slug", "translations.languages_code", "translations.title"];
const categoryCard = [...categoryName, "standard", "pressure_range", ...under("thumbnail", thumbnail)];

/** The fields that identify the parts of a set: the product and, if it has variations, the variation. */
const setParts = [
  "bundle.quantity",
  ...under("bundle.related_products_id", ["id", "sku", "product_type", "count(variations)"]),
  "bundle.related_variations_id.sku",
];

/** The other fields of a set's parts that a page shows: names, sizes, stock and pictures. */
const setPartCards = [
  "bundle.id",
  ...under("bundle.related_products_id", [
    "slug",
    "stock",
    "translations.languages_code",
    "translations.name",
    ...under("translations.thumbnail", thumbnail),
    ...under("thumbnail", thumbnail),
  ]),
  ...under("bundle.related_variations_id", [
    "id",
    "stock",
    "translations.languages_code",
    "translations.title",
    ...under("thumbnail", thumbnail),
  ]),
];

/** The fields of a product that a list and the cart need. */
const productCard = [
  "id",
  "slug",
  "sku",
  "stock",
  "product_type",
  "count(variations)",
  ...setParts,
  "translations.languages_code",
  "translations.name",
  ...under("translations.thumbnail", thumbnail),
  "tags.tags_id.id",
  "tags.tags_id.title",
  "tags.tags_id.translations.languages_code",
  "tags.tags_id.translations.title",
  ...under("thumbnail", thumbnail),
  "attributes.attribute.slug",
  "attributes.attribute.unit",
  "attributes.attribute.kind",
  "attributes.attribute.translations.languages_code",
  "attributes.attribute.translations.name",
  "attributes.values.attribute_values_id.value",
  "attributes.values.attribute_values_id.translations.languages_code",
  "attributes.values.attribute_values_id.translations.name",
];

/** The fields of a variation that a list and the cart need. */
const sizeCard = [
  "id",
  "sku",
  "stock",
  "translations.languages_code",
  "translations.title",
  "attributes.attribute.id",
  "attributes.attribute.slug",
  "attributes.value.id",
  "attributes.value.value",
  "attributes.value.translations.languages_code",
  "attributes.value.translations.name",
  ...under("thumbnail", thumbnail),
];

/** Limits a card's attributes to those that a list shows; a product has dozens of sizes, threads and ratings. */
const cardAttributes = {
  attributes: {
    _filter: {
      attribute: { slug: { _in: ["tube-od", "dn", "nps", "thread", "pn", "class", "material", "roughness"] } },
    },
  },
};

/** The published top-level categories with their published subcategories, three levels. */
export const categoriesBlock = memoizeLast((language: string): Query<Categories[]> => {
  return items("categories", {
    fields: [...categoryCard, ...under("childrens", categoryName), ...under("childrens.childrens", categoryName)],
    filter: { _and: [published, { parent: { _null: true } }] },
    sort: ["sort"],
    limit: -1,
    deep: { childrens: { _filter: published, _limit: -1, childrens: { _filter: published, _limit: -1 } } },
    language,
  });
});

/** One category with its ancestors, children and siblings, and the six-part block. */
export function categoryBlock(slug: string, language: string): Query<Categories[]> {
  const child = [...categoryName, ...under("thumbnail", thumbnail)];
  const children = { childrens: { _filter: published, _limit: -1 } };
  return items("categories", {
    fields: [
      ...categoryCard,
      "translations.*",
      ...under("parent", categoryName),
      ...under("parent.parent", categoryName),
      ...under("parent.childrens", child),
      ...under("childrens", child),
    ],
    filter: { _and: [published, { slug: { _eq: slug } }] },
    limit: 1,
    deep: { ...children, parent: children },
    language,
  });
}

/** The newest published products, used where editors have chosen none. */
export function newestProductsBlock(language: string, limit: number = listLimits.popular): Query<Products[]> {
  return items("products", {
    fields: productCard,
    filter: published,
    sort: ["-date_created"],
    limit,
    deep: cardAttributes,
    language,
  });
}

export const productBlock = memoizeLast((slug: string, language: string): Query<Products[]> => {
  const variationAttributes = [
    "attribute.id",
    "attribute.slug",
    "attribute.unit",
    "attribute.translations.languages_code",
    "attribute.translations.name",
    "value.id",
    "value.value",
    "value.translations.languages_code",
    "value.translations.name",
  ];
  const variation = [
    "id",
    "sku",
    "stock",
    "translations.languages_code",
    "translations.title",
    ...under("attributes", variationAttributes),
    ...under("thumbnail", picture),
    ...under("gallery.directus_files_id", picture),
  ];
  const relatedProduct = ["id", "slug", "sku", "translations.languages_code", "translations.name"];
  const attribute = [
    "id",
    "attribute.id",
    "attribute.slug",
    "attribute.unit",
    "attribute.kind",
    "attribute.translations.languages_code",
    "attribute.translations.name",
    "translations.languages_code",
    "translations.label",
    "values.attribute_values_id.value",
    "values.attribute_values_id.translations.languages_code",
    "values.attribute_values_id.translations.name",
  ];
  return items("products", {
    fields: [
      "id",
      "slug",
      "sku",
      "stock",
      "product_type",
      "drawing",
      ...under("thumbnail", picture),
      ...under("image", picture),
      "translations.languages_code",
      "translations.name",
      "translations.title",
      "translations.description",
      "translations.delivery_and_payment_list",
      ...under("translations.gallery.directus_files_id", picture),
      "translations.documentation_list.id",
      "translations.documentation_list.title",
      "translations.documentation_list.note",
      ...under("translations.documentation_list.file", document),
      ...under("translations.thumbnail", picture),
      ...under("attributes", attribute),
      ...under("variations", variation),
      ...under("variations.related_product", [...relatedProduct, ...under("attributes", attribute)]),
      "categories.categories_id.id",
      "categories.categories_id.slug",
      "categories.categories_id.translations.languages_code",
      "categories.categories_id.translations.title",
      "categories.categories_id.parent.id",
      "categories.categories_id.parent.slug",
      "categories.categories_id.parent.translations.languages_code",
      "categories.categories_id.parent.translations.title",
      "categories.categories_id.parent.parent.id",
      "categories.categories_id.parent.parent.slug",
      "categories.categories_id.parent.parent.translations.languages_code",
      "categories.categories_id.parent.parent.translations.title",
      "tags.tags_id.id",
      "tags.tags_id.title",
      "tags.tags_id.translations.languages_code",
      "tags.tags_id.translations.title",
      ...setParts,
      ...setPartCards,
      ...under("bundle.related_variations_id.attributes", variationAttributes),
    ],
    filter: { _and: [published, { slug: { _eq: slug } }] },
    limit: 1,
    deep: { variations: { _limit: -1, related_product: { attributes: { _limit: -1 } } }, attributes: { _limit: -1 } },
    language,
  });
});

/** The sets that contain a product; for a set also those of its categories, itself included. */
export function setsBlock(slug: string, language: string): Query<Products[]> {
  const named = { slug: { _eq: slug } };
  const set = { product_type: { _eq: "bundle" } };
  const beside = { categories: { categories_id: { products: { products_id: { _and: [named, set] } } } } };
  return items("products", {
    fields: [...productCard, ...setPartCards],
    filter: { _and: [published, set, { _or: [{ bundle: { related_products_id: named } }, beside] }] },
    sort: ["sort"],
    deep: cardAttributes,
    language,
  });
}

/** The attribute whose name labels nominal diameters that are shown as pipe sizes. */
export function pipeSizeBlock(language: string): Query<Attributes[]> {
  return items("attributes", {
    fields: ["id", "slug", "unit", "translations.languages_code", "translations.name"],
    filter: { slug: { _eq: "nps" } },
    limit: 1,
    language,
  });
}

/** Products that share a category with the given one; those of the smallest shared category come first. */
export function relatedProductsBlock(slug: string, language: string): Query<Products[]> {
  return `/related?product=${encodeURIComponent(slug)}&language=${language}`;
}

/** A product's names, and the titles of one of its variations, in every language, as a cart line stores them. */
export function productNamesBlock(id: number, variation: number | undefined): Query<Products[]> {
  const titles = ["id", "translations.languages_code", "translations.title"];
  return items("products", {
    fields: [
      "id",
      "translations.languages_code",
      "translations.name",
      ...(variation === undefined ? [] : under("variations", titles)),
    ],
    filter: { id: { _eq: id } },
    limit: 1,
    ...(variation === undefined ? {} : { deep: { variations: { _filter: { id: { _eq: variation } } } } }),
  });
}

/** The home page; of its categories only the pictures, since categoriesBlock has the rest. */
export const homeBlock = memoizeLast((language: string): Query<Index> => {
  return items("index", {
    fields: [
      "id",
      "translations.*",
      ...under("translations.offer_image", picture),
      ...under("translations.numbers_media", picture),
      ...under("translations.numbers_poster", picture),
      ...under("translations.cta_media", picture),
      ...under("translations.cta_poster", picture),
      ...under("translations.quality_video", picture),
      ...under("translations.quality_img", picture),
      ...under("translations.quality_poster", picture),
      ...under("translations.categories_list.categories_id", ["id", ...under("thumbnail", thumbnail)]),
      ...under("translations.popular_list.products_id", productCard),
      ...under("translations.popular_list.variations_id", sizeCard),
    ],
    deep: {
      translations: { popular_list: { products_id: cardAttributes, variations_id: { attributes: { _limit: -1 } } } },
    },
    language,
  });
});

/** The popular products of the home page. */
export function popularBlock(language: string): Query<Index> {
  return items("index", {
    fields: ["id", "translations.languages_code", ...under("translations.popular_list.products_id", productCard)],
    deep: { translations: { popular_list: { products_id: cardAttributes } } },
    language,
  });
}

export function aboutBlock(language: string): Query<About[]> {
  return items("about", {
    fields: [
      "id",
      "translations.*",
      ...under("translations.offer_image", picture),
      ...under("translations.cta_media", picture),
      ...under("translations.numbers_media", picture),
      ...under("translations.numbers_poster", picture),
      ...under("translations.unite_cite_image", picture),
      ...under("translations.unite_video", picture),
      ...under("translations.unite_poster", picture),
      ...under("translations.about_slider.directus_files_id", [...picture, "filename_download"]),
      "translations.clients_list.collection",
      ...under("translations.clients_list.item:clients", ["id", "title", ...under("image", picture)]),
    ],
    filter: published,
    limit: 1,
    language,
  });
}

export function clientsBlock(language: string): Query<Clients[]> {
  return items("clients", {
    fields: ["id", "title", ...under("image", picture)],
    filter: published,
    sort: ["sort"],
    language,
  });
}

export function supportBlock(language: string): Query<Support[]> {
  return items("support", {
    fields: ["id", "translations.*", ...under("translations.team_image", picture)],
    filter: published,
    limit: 1,
    language,
  });
}

export function contactsBlock(language: string): Query<Contacts[]> {
  return items("contacts", {
    fields: ["id", "translations.*", ...under("translations.image", picture)],
    filter: published,
    limit: 1,
    language,
  });
}

export function catalogBlock(language: string): Query<Catalog[]> {
  return items("catalog", {
    fields: ["id", "translations.*", ...under("translations.cta_media", picture)],
    filter: published,
    limit: 1,
    language,
  });
}

export function formsBlock(language: string): Query<Forms[]> {
  return items("forms", {
    fields: ["id", "slug", "sort", "translations.*"],
    filter: published,
    sort: ["sort"],
    language,
  });
}

/** The forms, and the ids of those that the pages' records refer to: what a page with a form needs. */
export function formBlocks(language: string): string[] {
  return [formsBlock(language), ...Object.values(pageFormBlocks(language))];
}

/** The ids of the forms that the pages' records refer to. */
export function pageFormBlocks(language: string) {
  const code = "translations.languages_code";
  const list = <T>(collection: string, field: string): Query<T[]> =>
    items(collection, { fields: ["id", code, `translations.${field}`], filter: published, limit: 1, language });
  return {
    home: items<Index>("index", { fields: ["id", code, "translations.cta_form"], language }),
    contacts: list<Contacts>("contacts", "form"),
    support: list<Support>("support", "form"),
    catalog: list<Catalog>("catalog", "catalog_form"),
  };
}

/** A legal text: imprint, privacy, cookie-policy. */
export function textPageBlock(slug: string, language: string): Query<Pages[]> {
  return items("pages", {
    fields: ["id", "slug", "translations.*"],
    filter: { _and: [published, { slug: { _eq: slug } }] },
    limit: 1,
    language,
  });
}
