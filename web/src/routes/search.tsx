import { useListing } from "../catalogue/use-listing";
import { listingBlock } from "../content/listing";
import { type Texts, textsIn } from "../i18n/texts";
import { type PageContext, usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { Examples } from "../search/examples";
import { InterpretationNotice } from "../search/interpretation-notice";
import { NoHits } from "../search/no-hits";
import { SearchForm } from "../search/search-form";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Highlighted } from "../ui/search-highlight/highlighted";
import { ProductListing } from "./catalog/product-listing";

const texts: Texts<{ title: string; titleOf: (q: string) => string }> = {
  "de-DE": { title: "Suche", titleOf: (q) => `Suche: ${q}` },
  "en-US": { title: "Search", titleOf: (q) => `Search: ${q}` },
  "fr-FR": { title: "Recherche", titleOf: (q) => `Recherche\u00a0: ${q}` },
  "it-IT": { title: "Ricerca", titleOf: (q) => `Ricerca: ${q}` },
};

function wordsOf({ search }: PageContext): string {
  return search.q?.trim() ?? "";
}

function SearchPage() {
  const page = usePage();
  const { title } = textsIn(texts, page.language);
  return (
    <>
      <Breadcrumbs current={title} />
      <section className="wrap find-head">
        <h1 className="t-display">{title}</h1>
        <SearchForm large />
      </section>
      {wordsOf(page) === "" ? (
        <section className="wrap find-page">
          <Examples />
        </section>
      ) : (
        <Results key={wordsOf(page)} />
      )}
    </>
  );
}

function Results() {
  const page = usePage();
  const q = wordsOf(page);
  const { listing, loading, error, reload } = useListing({ q }, page.search);
  const interpretation = listing?.search;
  if (loading && !interpretation) return <LoadingBlock />;
  if (error && !interpretation) return <FailedBlock reload={reload} />;
  if (!listing || !interpretation) return null;
  return (
    <>
      <section className="wrap find-page">
        <InterpretationNotice interpretation={interpretation} />
        {interpretation.empty && <NoHits q={q} interpretation={interpretation} loosen={listing.loosen} />}
      </section>
      {!interpretation.empty && (
        <ProductListing
          scope={{ q }}
          path={page.path}
          highlight={(text, number = false) => <Highlighted text={text} marks={interpretation.marks} number={number} />}
        />
      )}
    </>
  );
}

export const search: RouteModule = {
  queries: (page) => (wordsOf(page) === "" ? [] : [listingBlock({ q: wordsOf(page) }, page.search, page.language)]),
  metadata: (page) => {
    const { title, titleOf } = textsIn(texts, page.language);
    return { title: wordsOf(page) === "" ? title : titleOf(wordsOf(page)), description: "" };
  },
  Component: SearchPage,
};
