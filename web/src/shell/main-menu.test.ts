import { expect, test } from "vitest";
import { fallbackMenu, mainMenu, menuItems } from "./main-menu";

const link = (id: number, fields: object) => ({
  id,
  sort: id,
  collection: "link",
  item: { id, slug: null, title: null, is_catalog: false, translations: [], ...fields },
});

test("a menu keeps its order, prefers external links and omits entries without a target", () => {
  const menu = {
    links: [
      link(2, {
        slug: "support",
        translations: [{ languages_code: "fr-FR", link_text: "Assistance", external_link: null }],
      }),
      link(1, { slug: "catalog", title: "Catalog" }),
      link(3, {
        slug: "x",
        title: "Shop",
        translations: [{ languages_code: "fr-FR", link_text: "Boutique", external_link: "https://shop.example/" }],
      }),
      link(4, {}),
      { id: 5, sort: 5, collection: "link", item: null },
    ],
  };
  expect(menuItems(menu, "fr-FR")).toEqual([
    { id: 1, title: "Catalog", href: "/catalog", external: false, isCatalog: true },
    { id: 2, title: "Assistance", href: "/support", external: false, isCatalog: false },
    { id: 3, title: "Boutique", href: "https://shop.example/", external: true, isCatalog: false },
  ]);
});

test("without header data there are four entries, contacts twice", () => {
  expect(mainMenu(undefined, "en-US").map(({ title }) => title)).toEqual([
    "Catalog",
    "Support",
    "contacts",
    "Contacts",
  ]);
  expect(fallbackMenu("de-DE").filter(({ href }) => href === "/contacts")).toHaveLength(2);
});
