import { type ReactNode, useState } from "react";
import { navigate } from "../router/navigate";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { FilterForm } from "./filter-form";
import { FilterSheet } from "./filter-sheet";
import { listingId } from "./listing-chips";
import { useListingTexts } from "./listing-texts";
import { ListingToolbar } from "./listing-toolbar";
import { NoResults } from "./no-results";
import { Pager } from "./pager";
import { type AddArticle, ProductList } from "./product-list";
import { QuickFilters } from "./quick-filters";
import { listAddress, type Selection } from "./selection";
import { useListing } from "./use-listing";

export interface ListingSectionProps {
  /** The slug of the category whose products are listed. */
  category: string;
  /** The page's path, without language prefix. */
  path: string;
  onAdd: AddArticle;
  /** Shown instead of the list if nothing matches even without filters. */
  empty?: ReactNode;
}

/**
 * ListingSection shows the products of a category with their filters. The
 * selection is the page's address; every choice is a history entry.
 */
export function ListingSection({
  category,
  path,
  onAdd,
  empty,
  sheet,
}: ListingSectionProps & { sheet: (label: string, body: ReactNode) => ReactNode }) {
  const texts = useListingTexts();
  const page = usePage();
  const { selection, choose, busy } = useSelection(path);
  const { listing, loading, error, reload } = useListing(category, page.search);
  const show = useOverlays((state) => state.show);
  const [at, setAt] = useState("");
  const open = (slug: string) => {
    setAt(slug);
    show("filters");
  };
  const choice = { selection, choose };
  return (
    <section className="wrap listing">
      {listing && <FilterForm listing={listing} path={path} {...choice} />}
      <div className="main" id={listingId} tabIndex={-1} aria-busy={busy || loading}>
        <h2 className="vh">{texts.results}</h2>
        {listing && <ListingToolbar {...{ listing, path, ...choice }} />}
        {listing && <QuickFilters facets={listing.facets} path={path} onOpen={open} {...choice} />}
        {!listing && loading && <LoadingBlock />}
        {error && <FailedBlock reload={reload} />}
        {listing && !error && listing.products > 0 && (
          <ProductList items={listing.items} grid={page.search.view === "grid"} onAdd={onAdd} />
        )}
        {listing && !error && listing.products === 0 && (
          <NoResults listing={listing} path={path} {...choice}>
            {empty ?? texts.empty}
          </NoResults>
        )}
        {listing && !error && <Pager path={path} selection={page.search} page={listing.page} pages={listing.pages} />}
      </div>
      {listing && sheet(texts.filters, <FilterSheet {...{ listing, category, at, ...choice }} />)}
    </section>
  );
}

/** useSelection returns the selection, including a choice whose navigation is still pending. */
function useSelection(path: string) {
  const { search, prefix } = usePage();
  const [requested, setRequested] = useState<Selection>();
  const shown = listAddress(path, search);
  return {
    selection: requested ?? search,
    busy: requested !== undefined && listAddress(path, requested) !== shown,
    choose: (selection: Selection) => {
      setRequested(selection);
      // Also settles if another navigation replaces this one; then the address decides again.
      const settled = () => setRequested((latest) => (latest === selection ? undefined : latest));
      void navigate(prefix + listAddress(path, selection), { keepScroll: true }).finally(settled);
    },
  };
}
