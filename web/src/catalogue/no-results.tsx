import type { ReactNode } from "react";
import type { Listing } from "../content/listing";
import { onPlainClick } from "../router/links";
import { Link } from "../ui/link";
import type { Choice } from "./filter-facets";
import { useFilterNames, useListingTexts, useProductsText } from "./listing-texts";
import { filtersOf, listAddress, withoutFilters, withParameter } from "./selection";

/** NoResults replaces an empty list and offers the filters to remove; `children` shows if no filter is active. */
export function NoResults({
  listing: { facets, loosen },
  path,
  selection,
  choose,
  children,
}: { listing: Listing; path: string; children: ReactNode } & Choice) {
  const texts = useListingTexts();
  const { facetName } = useFilterNames();
  const productsText = useProductsText();
  const filtered = filtersOf(selection, facets).length > 0;
  if (!filtered && loosen.length === 0) return <div className="mut none">{children}</div>;
  const alternatives = loosen.map(({ slug, products }) => {
    const facet = facets.find((each) => each.slug === slug);
    const name = facet ? facetName(facet) : slug;
    return {
      name: texts.loosen(name, productsText(products)),
      next: withParameter(selection, slug, ""),
    };
  });
  if (alternatives.length === 0) alternatives.push({ name: texts.removeAll, next: withoutFilters(selection) });
  return (
    <div className="none">
      <p>{texts.none}</p>
      <ul>
        {alternatives.map(({ name, next }) => (
          <li key={name}>
            <Link
              className="lnk"
              href={listAddress(path, next)}
              rel="nofollow"
              onClick={onPlainClick(() => choose(next))}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
