import type { MouseEvent } from "react";
import type { Facet } from "../content/listing";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { Choice } from "./filter-facets";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { filtersOf, listAddress, type Selection, withoutFilter, withoutFilters } from "./selection";

/** The filters that are set; each chip leads to the list without it. */
export function FilterChips({ facets, path, selection, choose }: { facets: readonly Facet[]; path: string } & Choice) {
  const texts = useListingTexts();
  const { filterName } = useFilterNames();
  const filters = filtersOf(selection, facets);
  if (filters.length === 0) return null;
  const removal = (next: Selection) => ({
    href: listAddress(path, next),
    rel: "nofollow",
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      focusBeside(event.currentTarget);
      choose(next);
    },
  });
  return (
    <ul className="active">
      {filters.map((filter) => (
        <li key={`${filter.facet.slug} ${filter.key}`}>
          <Link
            className="fchip"
            aria-label={texts.remove(filterName(filter))}
            {...removal(withoutFilter(selection, filter))}
          >
            <span>{filterName(filter)}</span>
            <i>
              <Icon name="close" />
            </i>
          </Link>
        </li>
      ))}
      <li>
        <Link className="lnk" {...removal(withoutFilters(selection))}>
          {texts.removeAll}
        </Link>
      </li>
    </ul>
  );
}

/** The chip goes away with its filter: the keyboard goes on at the next one, and from the last to the list. */
function focusBeside(link: HTMLElement): void {
  const items = [...(link.closest("ul")?.querySelectorAll("a") ?? [])];
  const next = items.length > 2 ? items[items.indexOf(link as HTMLAnchorElement) + 1] : undefined;
  (next ?? document.getElementById(listingId))?.focus({ preventScroll: true });
}

/** The id of the list, to which its pages lead. */
export const listingId = "products";
