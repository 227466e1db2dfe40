import type { Header, Menu } from "../content/model.gen";
import { type Texts, textsIn } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";

/** An entry of a menu. */
export interface MenuItem {
  id: number;
  title: string;
  /** The language of the title if it is not the page's. */
  lang: string | undefined;
  /** A path without language prefix; an absolute address if `external`. */
  href: string;
  external: boolean;
  isCatalog: boolean;
}

/** Returns the entries of a menu record in order, without unpublished and empty links. */
export function menuItems(menu: unknown, language: string): MenuItem[] {
  const links = typeof menu === "object" && menu !== null ? ((menu as Menu).links ?? []) : [];
  return [...links]
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .flatMap(({ id, item }): MenuItem[] => {
      if (typeof item !== "object" || item === null) return [];
      const text = translation(item, language);
      const external = text?.external_link?.trim() ?? "";
      const slug = item.slug?.replace(/^\/+/, "") ?? "";
      if (!external && slug === "" && !item.is_catalog) return [];
      return [
        {
          id,
          title: text?.link_text || item.title || slug,
          lang: text?.link_text ? languageOf(text, language) : undefined,
          href: external || `/${slug}`,
          external: external !== "",
          isCatalog: slug === "catalog" || item.is_catalog === true,
        },
      ];
    });
}

const fallbackTitles: Texts<{ catalog: string; support: string; contacts: string }> = {
  "de-DE": { catalog: "Katalog", support: "Support", contacts: "Kontakt" },
  "en-US": { catalog: "Catalog", support: "Support", contacts: "contacts" },
  "fr-FR": { catalog: "Catalogue", support: "Assistance", contacts: "contact" },
  "it-IT": { catalog: "Catalogo", support: "Assistenza", contacts: "contatti" },
};

/** Returns the four entries used without header data (specification, point 2): contacts appears twice, once in capitals. */
export function fallbackMenu(language: string): MenuItem[] {
  const { catalog, support, contacts } = textsIn(fallbackTitles, language);
  const entry = (id: number, title: string, href: string): MenuItem => ({
    id,
    title,
    lang: undefined,
    href,
    external: false,
    isCatalog: href === "/catalog",
  });
  return [
    entry(1, catalog, "/catalog"),
    entry(2, support, "/support"),
    entry(3, contacts.toLowerCase(), "/contacts"),
    entry(4, contacts.charAt(0).toUpperCase() + contacts.slice(1), "/contacts"),
  ];
}

/** Returns the main menu of the header record, else the fallback. */
export function mainMenu(header: Header | undefined, language: string): MenuItem[] {
  const items = menuItems(header?.menu, language);
  return items.length > 0 ? items : fallbackMenu(language);
}
