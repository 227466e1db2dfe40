import { useAddToCart } from "../cart/use-add-to-cart";
import { useCategoryTitle } from "../catalogue/category-title";
import { toListingItem } from "../catalogue/item-values";
import { ProductList } from "../catalogue/product-list";
import { categoriesBlock, newestProductsBlock, popularBlock } from "../content/blocks";
import type { Categories, Products } from "../content/model.gen";
import { relatedAll } from "../content/relation";
import { useContent } from "../content/use-content";
import { type Texts, textsIn } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { PageTitle } from "../ui/page-title";
import { PartStage } from "../ui/picture";
import { Slider } from "../ui/slider/slider";
import "../ui/section.css";
import "../ui/category-card.css";

const texts: Texts<{ title: string; lead: string; families: string; popular: string; newest: string }> = {
  "de-DE": {
    title: "Produkte",
    lead: "Alle Produktfamilien und die am häufigsten angefragten Artikel.",
    families: "Produktfamilien",
    popular: "Häufig angefragt",
    newest: "Neu im Sortiment",
  },
  "en-US": {
    title: "Products",
    lead: "All product families and the items requested most often.",
    families: "Product families",
    popular: "Most requested",
    newest: "New in the range",
  },
  "fr-FR": {
    title: "Produits",
    lead: "Toutes les familles de produits et les articles les plus demandés.",
    families: "Familles de produits",
    popular: "Les plus demandés",
    newest: "Nouveautés",
  },
  "it-IT": {
    title: "Prodotti",
    lead: "Tutte le famiglie di prodotti e gli articoli più richiesti.",
    families: "Famiglie di prodotti",
    popular: "I più richiesti",
    newest: "Novità",
  },
};

function ProductLanding() {
  const { language } = usePage();
  const words = textsIn(texts, language);
  const families = useContent(categoriesBlock(language));
  const popular = useContent(popularBlock(language));
  const chosen = relatedAll(translation(popular.data, language)?.popular_list, (row) => row.products_id);
  return (
    <>
      <Breadcrumbs current={words.title} />
      <PageTitle title={words.title} lead={words.lead} />
      {families.error && <FailedBlock reload={families.reload} />}
      <section className="wrap">
        <Slider heading={<h2 className="t-h2">{words.families}</h2>}>
          {(families.data ?? []).map((category) => (
            <FamilyCard key={category.id} category={category} />
          ))}
        </Slider>
      </section>
      {popular.loading ? (
        <LoadingBlock />
      ) : chosen.length > 0 ? (
        <ProductSection title={words.popular} products={chosen} />
      ) : (
        <NewestProducts title={words.newest} />
      )}
    </>
  );
}

/** NewestProducts replaces the popular products if none are chosen or they cannot be loaded. */
function NewestProducts({ title }: { title: string }) {
  const { language } = usePage();
  const { data, loading, error, reload } = useContent(newestProductsBlock(language));
  if (error) return <FailedBlock reload={reload} />;
  if (loading || !data) return <LoadingBlock />;
  return data.length > 0 && <ProductSection title={title} products={data} />;
}

function ProductSection({ title, products }: { title: string; products: readonly Products[] }) {
  const { language } = usePage();
  const add = useAddToCart();
  return (
    <section className="wrap sec">
      <h2 className="t-h2 newest-h">{title}</h2>
      <ProductList items={products.map((product) => toListingItem(product, language))} onAdd={add} />
    </section>
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

export const route: RouteModule = {
  queries: ({ language }) => [categoriesBlock(language), popularBlock(language), newestProductsBlock(language)],
  metadata: ({ language }) => {
    const { title, lead } = textsIn(texts, language);
    return { title, description: lead };
  },
  Component: ProductLanding,
};
