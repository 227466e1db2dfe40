import { listingId } from "../catalogue/listing-chips";
import { Pager } from "../catalogue/pager";
import { searchBlock } from "../content/search";
import { useContent } from "../content/use-content";
import { formatNumber } from "../i18n/formats";
import { type Texts, textsIn } from "../i18n/texts";
import { type PageContext, usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { DidYouMean } from "../search/did-you-mean";
import { entriesOf } from "../search/entries";
import { Examples } from "../search/examples";
import { Fallbacks } from "../search/fallbacks";
import { ResultGroups, sideCount } from "../search/result-groups";
import { ResultTable } from "../search/result-table";
import { SearchForm } from "../search/search-form";
import { useSearchTexts } from "../search/texts";
import { Understood } from "../search/understood";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { BomEntry } from "./cart/bom-entry";
import { useSearchCart } from "./search/use-search-cart";
import "../search/search.css";

const texts: Texts<{ title: string; titleOf: (q: string) => string }> = {
  "de-DE": { title: "Suche", titleOf: (q) => `Suche: ${q}` },
  "en-US": { title: "Search", titleOf: (q) => `Search: ${q}` },
  "fr-FR": { title: "Recherche", titleOf: (q) => `Recherche\u00a0: ${q}` },
  "it-IT": { title: "Ricerca", titleOf: (q) => `Ricerca: ${q}` },
};

function titleOf(page: PageContext): string {
  const { title, titleOf: titled } = textsIn(texts, page.language);
  return wordsOf(page) === "" ? title : titled(wordsOf(page));
}

function wordsOf({ search }: PageContext): string {
  return search.q?.trim() ?? "";
}

function blockOf(page: PageContext) {
  return searchBlock(wordsOf(page), page.language, Number(page.search.page ?? 1));
}

function SearchPage() {
  const page = usePage();
  return (
    <>
      <h1 className="find-title wrap">{titleOf(page)}</h1>
      {wordsOf(page) === "" ? (
        <div className="wrap find-p">
          <SearchForm large />
          <Examples />
        </div>
      ) : (
        <Results key={wordsOf(page)} />
      )}
    </>
  );
}

function Results() {
  const page = usePage();
  const names = useSearchTexts();
  const cart = useSearchCart();
  const { data: reply, error, reload } = useContent(blockOf(page));
  const q = wordsOf(page);
  if (!reply) {
    return (
      <>
        <div className="wrap find-p">
          <SearchForm large />
        </div>
        {error ? <FailedBlock reload={reload} /> : <LoadingBlock />}
      </>
    );
  }
  const { focus, wrongNumber, total, products, pages } = reply;
  const entries = entriesOf(reply);
  const [title, count] =
    wrongNumber !== ""
      ? [names.nearest, entries.length]
      : focus === "families"
        ? [names.families, products]
        : [names.articles, total];
  return (
    <div className="wrap find-p">
      <SearchForm large />
      <Understood reply={reply} />
      <DidYouMean reply={reply} />
      <div className="find-r">
        {entries.length > 0 && (
          <section className="find-main find-g" id={listingId} tabIndex={-1}>
            <h2 className="find-g-h">
              {title} <span className="mono mut">{formatNumber(count, page.language)}</span>
            </h2>
            <ResultTable entries={entries} reply={reply} cart={cart} />
            <Pager path={page.path} selection={page.search} page={reply.page} pages={pages} />
          </section>
        )}
        {sideCount(reply) > 0 && (
          <div className="find-side">
            <ResultGroups reply={reply} />
          </div>
        )}
      </div>
      {(entries.length === 0 || wrongNumber !== "") && (
        <Fallbacks
          q={q}
          heading={entries.length === 0 ? names.none(q) : names.missing}
          cart={cart}
          paste={<BomEntry />}
        />
      )}
    </div>
  );
}

export const route: RouteModule = {
  queries: (page) => (wordsOf(page) === "" ? [] : [blockOf(page)]),
  metadata: (page) => ({ title: titleOf(page), description: "" }),
  Component: SearchPage,
};
