import { useState } from "react";
import type { Listing } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { UnitSwitch } from "../ui/unit-switch";
import { type Choice, Facets } from "./filter-facets";
import { useListingTexts, useProductsText } from "./listing-texts";
import { SortSelect } from "./listing-toolbar";
import { type Selection, withoutFilters } from "./selection";
import { useListing } from "./use-listing";
import "./listing.css";

/**
 * FilterSheet shows the filters full screen. It counts the products of a draft
 * selection and applies the draft as one history entry on submit, because a
 * navigation closes the sheet.
 */
export function FilterSheet({ listing, category, selection, choose }: { listing: Listing; category: string } & Choice) {
  const texts = useListingTexts();
  const { language } = usePage();
  const productsText = useProductsText();
  const close = useOverlays((state) => state.close);
  const [draft, setDraft] = useState<Selection>(() => {
    const { page: _, ...rest } = selection;
    return rest;
  });
  const block = useListing(category, draft);
  const { facets, products } = block.listing ?? listing;
  return (
    <>
      <div className="panel-b facets" aria-busy={block.loading}>
        <Facets id="sheet" facets={facets} selection={draft} choose={setDraft} />
        <div className="facet facet-units">
          <UnitSwitch />
        </div>
        <div className="facet sheet-sort">
          <SortSelect facets={facets} selection={draft} choose={setDraft} />
        </div>
      </div>
      <p className="vh" role="status">
        {productsText(products)}
      </p>
      <div className="sheet-f">
        <Button icon={null} onClick={() => setDraft(withoutFilters)}>
          {texts.reset}
        </Button>
        <Button
          kind="primary"
          block
          onClick={() => {
            choose(draft);
            close("filters");
          }}
        >
          {texts.show(formatNumber(products, language))}
        </Button>
      </div>
    </>
  );
}
