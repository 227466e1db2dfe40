import { CategoryIndex } from "../catalogue/category-index";
import { SceneBand } from "../company/scene-band";
import { catalogBlock, categoriesBlock, formBlocks } from "../content/blocks";
import { countsBlock } from "../content/listing";
import { plainText } from "../content/plain-text";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../i18n/translation";
import { CallToAction } from "../request/call-to-action";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { SearchForm } from "../search/search-form";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { PageTitle } from "../ui/page-title";
import { BomEntry } from "./cart/bom-entry";
import { catalogTitle } from "./catalog/title";
import "../catalogue/category-index.css";

function CatalogPage() {
  const { language } = usePage();
  const categories = useContent(categoriesBlock(language));
  const page = useContent(catalogBlock(language));
  const content = translation(page.data?.[0], language);
  const lang = languageOf(content, language);
  const own = !lang && content?.title;
  return (
    <>
      <Breadcrumbs current={catalogTitle(language)} />
      <PageTitle
        title={own || catalogTitle(language)}
        side={
          <>
            <SearchForm />
            <BomEntry />
          </>
        }
      />
      {categories.loading && <LoadingBlock />}
      {categories.error && <FailedBlock reload={categories.reload} />}
      <section className="wrap catalog-index">
        <CategoryIndex categories={categories.data ?? []} />
      </section>
      <SceneBand media={content?.cta_media} />
      {page.error && <FailedBlock reload={page.reload} />}
      {content && (
        <CallToAction
          title={content.cta_title}
          description={content.cta_description}
          button={content.cta_button_text}
          form={content.catalog_form}
          kind="catalog"
          source="catalog"
          lang={lang}
        />
      )}
    </>
  );
}

export const route: RouteModule = {
  queries: ({ language }) => [
    categoriesBlock(language),
    countsBlock(),
    ...formBlocks(language),
    catalogBlock(language),
  ],
  metadata: ({ language }, read) => ({
    title: catalogTitle(language),
    description: plainText(
      (read(categoriesBlock(language)) ?? [])
        .map((category) => translation(category, language)?.title ?? "")
        .join(", "),
    ),
    languages: read(catalogBlock(language))?.[0]?.translations_languages,
  }),
  Component: CatalogPage,
};
