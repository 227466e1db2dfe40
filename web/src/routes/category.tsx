import { CategoryHead } from "../catalogue/category-head";
import { Subcategories } from "../catalogue/category-nav";
import { SixPartBlock } from "../catalogue/six-part-block";
import { scopeText } from "../catalogue/scope-text";
import { useListing } from "../catalogue/use-listing";
import { limits } from "../constants";
import { categoryBlock } from "../content/blocks";
import { countsBlock, listingBlock } from "../content/listing";
import type { Categories, CategoriesTranslations } from "../content/model.gen";
import { plainText } from "../content/plain-text";
import { related } from "../content/relation";
import { useContent } from "../content/use-content";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs, type Crumb } from "../ui/breadcrumbs";
import { Button } from "../ui/button";
import { ProductListing } from "./catalog/product-listing";
import { catalogTitle } from "./catalog/title";
import { ErrorScreen } from "./error-screen";

const useCategoryTexts = defineTexts({
  "de-DE": { help: "Technik fragen" },
  "en-US": { help: "Ask an engineer" },
  "fr-FR": { help: "Demander conseil" },
  "it-IT": { help: "Chiedere al tecnico" },
});

function CategoryPage() {
  const page = usePage();
  const { language, params } = page;
  const texts = useCategoryTexts();
  const block = useContent(categoryBlock(params.slug ?? "", language));
  const showRequest = useOverlays((state) => state.showRequest);
  const category = block.data?.[0];
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  if (!category) return <ErrorScreen />;
  const text = translation(category, language);
  const lang = languageOf(text, language);
  const parents = ancestors(category);
  return (
    <div className="cat-main">
      <Breadcrumbs
        crumbs={[{ title: catalogTitle(language), href: "/catalog" }, ...parents.map((each) => crumb(each, language))]}
        current={text?.title ?? ""}
        lang={lang}
      />
      <Head key={category.slug} slug={category.slug ?? ""} text={text} lang={lang} />
      <Subcategories categories={subcategoriesOf(category)} current={category.id} />
      <ProductListing category={page.params.slug ?? ""} path={page.path} />
      {text && (
        <SixPartBlock
          content={text}
          lang={lang}
          help={
            <Button kind="inverse" onClick={() => showRequest(limits.defaultForm)}>
              {texts.help}
            </Button>
          }
        />
      )}
    </div>
  );
}

function Head({
  slug,
  text,
  lang,
}: {
  slug: string;
  text: CategoriesTranslations | undefined;
  lang: string | undefined;
}) {
  const { listing } = useListing(slug, usePage().search);
  return <CategoryHead title={text?.title} lead={text?.description} lang={lang} scope={listing?.scope} />;
}

/** subcategoriesOf returns a category's children or, if it has none, its siblings. */
function subcategoriesOf({ childrens = [], parent }: Categories): readonly Categories[] {
  return childrens.length > 0 ? childrens : (related(parent)?.childrens ?? []);
}

/** ancestors returns the category's ancestors, the root first. */
function ancestors(category: Categories): readonly Categories[] {
  const parent = related(category.parent);
  return parent ? [...ancestors(parent), parent] : [];
}

function crumb(category: Categories, language: string): Crumb {
  const text = translation(category, language);
  return { title: plainText(text?.title), href: `/catalog/${category.slug}`, lang: languageOf(text, language) };
}

export const route: RouteModule = {
  queries: (page) => [
    countsBlock(),
    categoryBlock(page.params.slug ?? "", page.language),
    listingBlock(page.params.slug ?? "", page.search, page.language),
  ],
  exists: ({ params, language }, read) => read(categoryBlock(params.slug ?? "", language))?.length !== 0,
  metadata: ({ params, search, language }, read) => {
    const record = read(categoryBlock(params.slug ?? "", language))?.[0];
    const text = translation(record, language);
    const title = plainText(text?.title);
    const scope = read(listingBlock(params.slug ?? "", search, language))?.scope;
    return {
      title,
      description: plainText(text?.description) || (scope ? `${title}: ${scopeText(scope, language)}` : ""),
      languages: record?.translations_languages,
    };
  },
  Component: CategoryPage,
};
