import { countsBlock } from "../content/listing";
import { useProductCount } from "../content/use-product-count";
import { AddButton } from "../cart/add-button";
import { bundleCartItem, simpleCartItem } from "../catalogue/cart-item";
import { useCatalogueTexts } from "../catalogue/category-index";
import { CategoryTree, Subcategories } from "../catalogue/category-nav";
import { Pager } from "../catalogue/pager";
import { ProductList } from "../catalogue/product-list";
import { VariantsLink } from "../catalogue/variants-link";
import { SixPartBlock } from "../catalogue/six-part-block";
import { categoriesBlock, categoryBlock, categoryProductsBlock, pageSize } from "../content/blocks";
import { findCategory } from "../content/category-tree";
import type { Categories, Products } from "../content/model.gen";
import { related } from "../content/relation";
import { languageOf, translation } from "../content/translation";
import { useContent } from "../content/use-content";
import { limits } from "../lib/constants";
import { formatNumber } from "../lib/format";
import { useOverlays } from "../lib/overlays";
import { plainText } from "../lib/plain-text";
import { type PageContext, usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs, type Crumb } from "../ui/breadcrumbs";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { catalogTitle } from "./catalog-titles";
import type { RouteModule } from "./module";
import { NotFound } from "./not-found";

const useCategoryTexts = defineTexts({
  "de-DE": { help: "Technik fragen", empty: "In dieser Kategorie gibt es noch keine Produkte." },
  "en-US": { help: "Ask an engineer", empty: "There are no products in this category yet." },
  "fr-FR": {
    help: "Demander conseil",
    empty: "Il n’y a pas encore de produits dans cette catégorie.",
  },
  "it-IT": {
    help: "Chiedere al tecnico",
    empty: "In questa categoria non ci sono ancora prodotti.",
  },
});

function pageNumber({ search }: PageContext): number {
  return Number(search.page ?? "1");
}

function CategoryPage() {
  const page = usePage();
  const { language, params } = page;
  const texts = useCategoryTexts();
  const block = useContent(categoryBlock(params.slug ?? "", language));
  const tree = useContent(categoriesBlock(language)).data ?? [];
  const countOf = useProductCount();
  const showRequest = useOverlays((state) => state.showRequest);
  const category = block.data?.[0];
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  if (!category) return <NotFound />;
  const text = translation(category, language);
  const lang = languageOf(text, language);
  const trail = ancestors(category);
  const node = findCategory(tree, category.id) ?? category;
  return (
    <div className="cat-main">
      <Breadcrumbs
        crumbs={[{ title: catalogTitle(language), href: "/catalog" }, ...trail.map((each) => crumb(each, language))]}
        current={text?.title ?? ""}
      />
      <PageHead title={text?.title} lead={text?.description} lang={lang} />
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
      <Subcategories categories={node.childrens ?? []} />
      <section className="wrap grid listing">
        <CategoryTree categories={tree} trail={[...trail.map(({ slug }) => slug), category.slug]} />
        <div className="main">
          <CategoryProducts slug={category.slug ?? ""} page={pageNumber(page)} count={countOf(node)} />
        </div>
      </section>
    </div>
  );
}

function CategoryProducts({ slug, page, count }: { slug: string; page: number; count: number }) {
  const { language } = usePage();
  const texts = useCategoryTexts();
  const words = useCatalogueTexts();
  const block = useContent(categoryProductsBlock(slug, page, language));
  const products = block.data ?? [];
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  if (products.length === 0) return <p className="mut">{texts.empty}</p>;
  return (
    <>
      <ProductList
        products={products.slice(0, pageSize)}
        count={words.products(count, formatNumber(count, language))}
        action={(product) => <ProductAction product={product} />}
      />
      <Pager path={`/catalog/${slug}`} page={page} more={products.length > pageSize} />
    </>
  );
}

/** Families lead to their sizes; everything else goes straight into the cart. */
function ProductAction({ product }: { product: Products }) {
  const { language } = usePage();
  if (product.product_type === "bundle") return <AddButton item={bundleCartItem(product, language)} />;
  if (product.product_type !== "variation") return <AddButton item={simpleCartItem(product, language)} />;
  return <VariantsLink product={product} />;
}

/** The categories above this one, from the top. */
function ancestors(category: Categories): readonly Categories[] {
  const parent = related(category.parent);
  return parent ? [...ancestors(parent), parent] : [];
}

function crumb(category: Categories, language: string): Crumb {
  return { title: plainText(translation(category, language)?.title), href: `/catalog/${category.slug}` };
}

export const category: RouteModule = {
  queries: (page) => [
    categoriesBlock(page.language),
    countsBlock(),
    categoryBlock(page.params.slug ?? "", page.language),
    categoryProductsBlock(page.params.slug ?? "", pageNumber(page), page.language),
  ],
  exists: ({ params, language }, read) => read(categoryBlock(params.slug ?? "", language))?.length !== 0,
  head: ({ params, language }, read) => {
    const text = translation(read(categoryBlock(params.slug ?? "", language))?.[0], language);
    return { title: plainText(text?.title), description: plainText(text?.description) };
  },
  Component: CategoryPage,
};
