import type { Listing } from "../content/listing";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { type Choice, Facets } from "./filter-facets";
import { useListingTexts } from "./listing-texts";
import { filtersId } from "./listing-toolbar";
import "./filters.css";

/** Parameters that the form submits as hidden fields. */
const hiddenParameters = ["q", "view"] as const;

/** FilterForm shows the filters beside a list; without scripts they are submitted together. */
export function FilterForm({ listing, path, selection, choose }: { listing: Listing; path: string } & Choice) {
  const texts = useListingTexts();
  const { prefix } = usePage();
  return (
    <form
      id={filtersId}
      className="facets"
      aria-label={texts.filters}
      action={prefix + path}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{texts.filters}</h2>
      {hiddenParameters.map(
        (name) => selection[name] && <input key={name} type="hidden" name={name} value={selection[name]} />,
      )}
      <Facets id={filtersId} facets={listing.facets} selection={selection} choose={choose} />
      <noscript>
        <Button kind="primary" block type="submit">
          {texts.apply}
        </Button>
      </noscript>
    </form>
  );
}
