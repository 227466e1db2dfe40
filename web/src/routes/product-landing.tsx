import type { Categories } from "../content/model.gen";
import { AddButton } from "../cart/add-button";
import { simpleCartItem } from "../catalogue/cart-item";
import { useCategoryTitle } from "../catalogue/category-index";
import { itemOf } from "../catalogue/item-values";
import { ProductList } from "../catalogue/product-list";
import { VariantsLink } from "../catalogue/variants-link";
import { categoriesBlock, newestProductsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { type Texts, textsIn } from "../lib/texts";
import { Link } from "wouter";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Icon } from "../ui/icon";
import { PageHead } from "../ui/page-head";
import { PartStage } from "../ui/picture";
import { Slider } from "../ui/slider";
import type { RouteModule } from "./module";

const texts: Texts<{ title: string; lead: string; families: string; newest: string }> = {
  "de-DE": {
    title: "Produkte",
    lead: "Alle Produktfamilien und die neuesten Artikel im Sortiment.",
    families: "Produktfamilien",
    newest: "Neu im Sortiment",
  },
  "en-US": {
    title: "Products",
    lead: "All product families and the latest additions to the range.",
    families: "Product families",
    newest: "New in the range",
  },
  "fr-FR": {
    title: "Produits",
    lead: "Toutes les familles de produits et les dernières nouveautés de la gamme.",
    families: "Familles de produits",
    newest: "Nouveautés",
  },
  "it-IT": {
    title: "Prodotti",
    lead: "Tutte le famiglie di prodotti e le ultime novità della gamma.",
    families: "Famiglie di prodotti",
    newest: "Novità",
  },
};

function ProductLanding() {
  const { language } = usePage();
  const words = textsIn(texts, language);
  const families = useContent(categoriesBlock(language));
  const newest = useContent(newestProductsBlock(language));
  return (
    <>
      <Breadcrumbs current={words.title} />
      <PageHead title={words.title} lead={words.lead} />
      {families.error && <FailedBlock reload={families.reload} />}
      <section className="wrap">
        <Slider heading={<h2 className="t-h2">{words.families}</h2>}>
          {(families.data ?? []).map((category) => (
            <FamilyCard key={category.id} category={category} />
          ))}
        </Slider>
      </section>
      <section className="wrap sec">
        <h2 className="t-h2 newest-h">{words.newest}</h2>
        {newest.loading && <LoadingBlock />}
        {newest.error && <FailedBlock reload={newest.reload} />}
        <ProductList
          items={(newest.data ?? []).map((product) => itemOf(product, language))}
          action={({ product }) =>
            product.product_type === "variation" ? (
              <VariantsLink product={product} />
            ) : (
              <AddButton item={simpleCartItem(product, language)} />
            )
          }
        />
      </section>
    </>
  );
}

function FamilyCard({ category }: { category: Categories }) {
  const { title, lang } = useCategoryTitle(category);
  return (
    <li>
      <Link className="cat-card" href={`/catalog/${category.slug}`}>
        <PartStage file={category.thumbnail} slot="card" />
        <div className="cat-card-t">
          <h3 lang={lang}>{title}</h3>
          <Icon name="arrow-right" />
        </div>
      </Link>
    </li>
  );
}

export const productLanding: RouteModule = {
  queries: ({ language }) => [categoriesBlock(language), newestProductsBlock(language)],
  head: ({ language }) => {
    const { title, lead } = textsIn(texts, language);
    return { title, description: lead };
  },
  Component: ProductLanding,
};
