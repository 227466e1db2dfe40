import { useTypedBeforeHydration } from "../browser/use-typed-before-hydration";
import type { Facet, Listing } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { onPlainClick } from "../router/links";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { UnitSwitch } from "../ui/unit-switch";
import type { Choice } from "./filter-facets";
import { FilterChips } from "./listing-chips";
import { useArticlesText, useFilterNames, useListingTexts } from "./listing-texts";
import { listAddress, withParameter } from "./selection";
import "./filters.css";
import "../ui/segments.css";

/** The id of the filter form. */
export const filtersId = "filters";

/** ListingToolbar shows the number of articles above a list, the active filters, and its unit, sort and view controls. */
export function ListingToolbar({ listing, path, selection, choose }: { listing: Listing; path: string } & Choice) {
  const texts = useListingTexts();
  const { language } = usePage();
  const articlesText = useArticlesText();
  const { products, articles, facets } = listing;
  const grid = selection.view === "grid";
  const view = (value: string, current: boolean) => ({
    href: listAddress(path, withParameter(selection, "view", value)),
    rel: "nofollow",
    ...(current ? { "aria-current": "true" as const } : {}),
    onClick: onPlainClick(() => choose(withParameter(selection, "view", value))),
  });
  return (
    <div className="toolbar">
      <p className="toolbar-n" role="status">
        <b>{articlesText(articles)}</b>
        {articles > products && (
          <span className="mut"> {texts.inProducts(products, formatNumber(products, language))}</span>
        )}
      </p>
      <FilterChips facets={facets} path={path} selection={selection} choose={choose} />
      <div className="toolbar-c">
        <div className="toolbar-d">
          <UnitSwitch />
          <SortSelect facets={facets} selection={selection} choose={choose} />
        </div>
        <fieldset className="seg views" aria-label={texts.view}>
          <Link {...view("", !grid)} aria-label={texts.list}>
            <Icon path="M4 6h16M4 12h16M4 18h16" />
          </Link>
          <Link {...view("grid", grid)} aria-label={texts.grid}>
            <Icon path="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />
          </Link>
        </fieldset>
      </div>
    </div>
  );
}

/** Slugs of the attributes by which a list can be sorted if its products have them. */
const sortableFacets: ReadonlySet<string> = new Set(["tube-od", "dn", "pn"]);

export function SortSelect({ facets, selection, choose }: { facets: readonly Facet[] } & Choice) {
  const { sort, sorts, apply } = useListingTexts();
  const { facetName } = useFilterNames();
  const { category, ...others } = sorts;
  const options = [
    ["", category],
    ...facets.filter(({ slug }) => sortableFacets.has(slug)).map((facet) => [facet.slug, facetName(facet)]),
    ...Object.entries(others),
  ];
  const chosen = options.find(([value]) => value === selection.sort)?.[0] ?? "";
  const sortBy = (value: string) => choose(withParameter(selection, "sort", value));
  const field = useTypedBeforeHydration<HTMLSelectElement>(chosen, sortBy);
  return (
    <>
      <label className="sel">
        <span>{sort}</span>
        {/* A value that the browser restores on Back would be taken for a choice. */}
        <select
          ref={field}
          name="sort"
          form={filtersId}
          autoComplete="off"
          value={chosen}
          onChange={(event) => sortBy(event.target.value)}
        >
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </label>
      <noscript>
        <button className="lnk" form={filtersId}>
          {apply}
        </button>
      </noscript>
    </>
  );
}
