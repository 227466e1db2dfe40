import { listingBlock } from "../content/listing";
import { useContent } from "../content/use-content";
import { type PageContext, usePage } from "../lib/page-context";
import { type Texts, textsIn } from "../lib/texts";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { PageHead } from "../ui/page-head";
import type { RouteModule } from "./module";

const texts: Texts<{ title: string }> = {
  "de-DE": { title: "Suche" },
  "en-US": { title: "Search" },
  "fr-FR": { title: "Recherche" },
  "it-IT": { title: "Ricerca" },
};

function listingOf({ search, language }: PageContext) {
  return listingBlock({ q: search.q ?? "" }, search, language);
}

function SearchPage() {
  const page = usePage();
  const { title } = textsIn(texts, page.language);
  const block = useContent(listingOf(page));
  return (
    <>
      <Breadcrumbs current={title} />
      <PageHead title={title} lead={page.search.q} />
      {block.loading && <LoadingBlock />}
      {block.error && <FailedBlock reload={block.reload} />}
    </>
  );
}

export const search: RouteModule = {
  queries: (page) => [listingOf(page)],
  head: ({ language }) => ({ title: textsIn(texts, language).title, description: "" }),
  Component: SearchPage,
};
