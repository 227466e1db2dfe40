import { footerBlock } from "../../content/shell-blocks";
import { textEntries } from "../../content/text-list";
import { siteName } from "../../router/document-head";
import type { PageContext } from "../../router/page-context";
import type { Reader } from "../../router/route-module";
import type { Thing } from "./thing";

/** Returns the address of a path of the site; relative if the base address is unknown. */
export function absoluteAddress(page: PageContext, path: string): string {
  return (page.base ?? "") + path;
}

/** Returns the address of a path in the language of the page. */
export function pageAddress(page: PageContext, path: string): string {
  const own = page.languages.find(({ code }) => code === page.language);
  const prefix = own?.prefix ?? page.prefix;
  return absoluteAddress(page, path === "/" ? prefix || "/" : prefix + path);
}

/** Returns a reference to the supplier. */
export function supplier(page: PageContext): Thing {
  return { "@type": "Organization", "@id": absoluteAddress(page, "/#organization") };
}

/** Returns the supplier with the contact data of the footer. */
export function organization(page: PageContext, read: Reader): Thing {
  const footer = read(footerBlock(page.language))?.[0];
  const first = (value: unknown) => textEntries(value, page.language)[0]?.text;
  const address = textEntries(footer?.address_list, page.language).map(({ text }) => text);
  const telephone = first(footer?.phone_links);
  const email = first(footer?.email_links);
  return {
    ...supplier(page),
    name: siteName(page, read),
    url: absoluteAddress(page, "/"),
    logo: absoluteAddress(page, "/favicon.svg"),
    address: address.length > 0 ? address.join(", ") : undefined,
    telephone,
    email,
    contactPoint:
      telephone || email
        ? {
            "@type": "ContactPoint",
            contactType: "sales",
            telephone,
            email,
            availableLanguage: page.languages.filter(({ available }) => available).map(({ html }) => html),
          }
        : undefined,
  };
}

/** Returns the site with its search. */
export function website(page: PageContext, read: Reader): Thing {
  return {
    "@type": "WebSite",
    "@id": absoluteAddress(page, "/#website"),
    name: siteName(page, read),
    url: pageAddress(page, "/"),
    inLanguage: page.language,
    publisher: supplier(page),
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: pageAddress(page, "/search?q={search_term_string}") },
      "query-input": "required name=search_term_string",
    },
  };
}
