import type { PageContext } from "../../router/page-context";
import type { PageMetadata, Reader } from "../../router/route-module";
import { breadcrumbList, itemList, questions } from "./lists";
import { productThing } from "./product";
import { organization, website } from "./site";
import type { Thing } from "./thing";

/** Returns the schema.org graph of a page; undefined if it is empty. */
export function structuredData(page: PageContext, head: PageMetadata, read: Reader): object | undefined {
  const things = thingsOf(page, head, read).filter((thing) => thing !== undefined);
  return things.length === 0 ? undefined : { "@context": "https://schema.org", "@graph": things };
}

function thingsOf(page: PageContext, head: PageMetadata, read: Reader): readonly (Thing | undefined)[] {
  switch (page.route) {
    case "request":
    case "cart":
    case "not-found":
    case "error":
    case "search":
      return [];
    case "home":
      return [organization(page, read), website(page, read)];
    case "about":
    case "contacts":
      return [organization(page, read), breadcrumbList(page, head, read)];
    case "support":
      return [questions(page, head, read), breadcrumbList(page, head, read)];
    case "product":
      return [productThing(page, head, read), breadcrumbList(page, head, read)];
    case "imprint":
    case "privacy":
      return [breadcrumbList(page, head, read)];
    case "catalog":
    case "category":
    case "product-landing":
      return [itemList(page, head, read), breadcrumbList(page, head, read)];
  }
}
