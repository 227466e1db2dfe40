import type { MouseEvent } from "react";
import type { Facet } from "../content/listing";
import { onPlainClick } from "../router/links";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { Choice } from "./filter-facets";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { filtersOf, listAddress, type Selection, withoutFilter, withoutFilters } from "./selection";

/** FilterChips shows the active filters; each chip links to the list without that filter. */
export function FilterChips({ facets, path, selection, choose }: { facets: readonly Facet[]; path: string } & Choice) {
  const texts = useListingTexts();
  const { filterName } = useFilterNames();
  const filters = filtersOf(selection, facets);
  if (filters.length === 0) return null;
  const removal = (next: Selection) => ({
    href: listAddress(path, next),
    rel: "nofollow",
    onClick: onPlainClick((event: MouseEvent<HTMLElement>) => {
      focusAfterRemoval(event.currentTarget);
      choose(next);
    }),
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
            {filterName(filter)}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link className="lnk" {...removal(withoutFilters(selection))}>
            {texts.removeAll}
          </Link>
        </li>
      )}
    </ul>
  );
}

/** focusAfterRemoval moves the focus from a removed chip to a remaining one or, after the last, to the list. */
function focusAfterRemoval(link: HTMLElement): void {
  const chips = [...(link.closest("ul")?.querySelectorAll<HTMLElement>(".fchip") ?? [])];
  const at = chips.indexOf(link);
  const next = at < 0 ? undefined : (chips[at + 1] ?? chips[at - 1]);
  (next ?? document.getElementById(listingId))?.focus({ preventScroll: true });
}

/** The id of the list element, the target of pager links. */
export const listingId = "products";
