import type { Facet } from "../content/listing";
import { onPlainClick } from "../router/links";
import { overlayId, usePhase } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import type { Choice } from "./filter-facets";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { filtersId } from "./listing-toolbar";
import { filtersOf, listAddress, sizesFirst, withKey } from "./selection";
import "./filters.css";

/** QuickFilters names the filters where they have no room beside the list; a button opens them at its facet. */
export function QuickFilters({
  facets,
  path,
  onOpen,
  selection,
  choose,
}: { facets: readonly Facet[]; path: string; onOpen: (slug: string) => void } & Choice) {
  const texts = useListingTexts();
  const { facetName, valueText } = useFilterNames();
  const open = usePhase("filters") !== undefined;
  const active = filtersOf(selection, facets);
  // Without scripts the links target the filters, which are then below the list.
  const opener = (slug: string) => ({
    href: slug ? `#${filtersId}-${slug}` : `#${filtersId}`,
    "aria-controls": overlayId("filters"),
    "aria-expanded": open,
    onClick: onPlainClick(() => onOpen(slug)),
  });
  return (
    <div className="quick">
      <a className="sel" {...opener("")}>
        <Icon path="M3 6h18M6.5 12h11M10 18h4" />
        {active.length > 0 ? `${texts.filters} (${active.length})` : texts.filters}
      </a>
      {sizesFirst(facets).map((facet) => {
        const [first, ...more] = active.filter((filter) => filter.facet === facet);
        const className = first ? "sel is-on" : "sel";
        if (facet.slug === "stock") {
          const next = withKey(selection, facet, "1", !first);
          return (
            <a
              key="stock"
              className={className}
              href={listAddress(path, next)}
              rel="nofollow"
              aria-current={first ? "true" : undefined}
              onClick={onPlainClick(() => choose(next))}
            >
              {texts.inStock}
            </a>
          );
        }
        return (
          <a key={facet.slug} className={className} {...opener(facet.slug)}>
            {first
              ? `${facetName(facet)}: ${valueText(first)}${more.length > 0 ? ` +${more.length}` : ""}`
              : facetName(facet)}
            <Icon name="chevron-down" />
          </a>
        );
      })}
    </div>
  );
}
