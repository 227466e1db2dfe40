import { useEffect, useRef, useState } from "react";
import type { Listing } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { UnitSwitch } from "../ui/unit-switch";
import { type Choice, Facets } from "./filter-facets";
import { useArticlesText, useListingTexts } from "./listing-texts";
import { SortSelect } from "./listing-toolbar";
import { type Selection, withoutFilters } from "./selection";
import { useListing } from "./use-listing";
import "./filters.css";

/**
 * FilterSheet shows the filters full screen, those of the facet `at` first in view.
 * It counts the articles of a draft selection and applies the draft as one history entry on submit, because a
 * navigation closes the sheet.
 */
export function FilterSheet({
  listing,
  category,
  at,
  selection,
  choose,
}: { listing: Listing; category: string; at: string } & Choice) {
  const texts = useListingTexts();
  const { language } = usePage();
  const articlesText = useArticlesText();
  const close = useOverlays((state) => state.close);
  const [draft, setDraft] = useState<Selection>(() => {
    const { page: _, ...rest } = selection;
    return rest;
  });
  const block = useListing(category, draft);
  const { facets, articles } = block.listing ?? listing;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at) body.current?.querySelector(`[aria-labelledby="sheet-${CSS.escape(at)}"]`)?.scrollIntoView();
  }, [at]);
  return (
    <>
      <div className="panel-b facets" ref={body} aria-busy={block.loading}>
        <Facets id="sheet" facets={facets} selection={draft} choose={setDraft} />
        <div className="facet facet-units">
          <UnitSwitch />
        </div>
        <div className="facet sheet-sort">
          <SortSelect facets={facets} selection={draft} choose={setDraft} />
        </div>
      </div>
      <p className="vh" role="status">
        {articlesText(articles)}
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
          {texts.show(formatNumber(articles, language))}
        </Button>
      </div>
    </>
  );
}
