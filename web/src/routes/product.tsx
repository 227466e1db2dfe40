import { startTransition, useOptimistic, useRef } from "react";
import { AddButton } from "../cart/add-button";
import { useCart } from "../cart/store";
import { useAddToCart } from "../cart/use-add-to-cart";
import { BuyBox } from "../catalogue/buy-box";
import { Connection } from "../catalogue/connection";
import { bundleCartItem, productCartItem, variationCartItem } from "../catalogue/create-cart-item";
import { Gallery } from "../catalogue/gallery";
import { useLivingDrawing } from "../catalogue/living-drawing";
import {
  Delivery,
  Documents,
  Part,
  RelatedProducts,
  TechnicalData,
  useProductTexts,
} from "../catalogue/product-sections";
import { ProductTags } from "../catalogue/product-tags";
import { SetParts } from "../catalogue/set-parts";
import { setsWith } from "../catalogue/sets";
import { useHighlight } from "../catalogue/use-highlight";
import { VariationTable } from "../catalogue/variation-table";
import { pipeSizeBlock, productBlock, relatedProductsBlock, setsBlock } from "../content/blocks";
import type { Categories, Products, Variations } from "../content/model.gen";
import { plainMarkup, plainText } from "../content/plain-text";
import { related, relatedAll } from "../content/relation";
import { parseList } from "../content/text-list";
import { useContent } from "../content/use-content";
import { addressIn } from "../i18n/languages";
import { languageOf, translation } from "../i18n/translation";
import { navigate } from "../router/navigate";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { BelowTheFold } from "../ui/below-the-fold";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs, type Crumb } from "../ui/breadcrumbs";
import { Markup } from "../ui/markup";
import { type PictureFile, pictureOf } from "../ui/picture";
import { quantityIn } from "../ui/quantity-fields";
import { UnitSwitch } from "../ui/unit-switch";
import { catalogTitle } from "./catalog/title";
import { ErrorScreen } from "./error-screen";

function ProductPage() {
  const { language, params, search } = usePage();
  const slug = params.slug ?? "";
  const block = useContent(productBlock(slug, language));
  const sets = useContent(setsBlock(slug, language));
  const others = useContent(relatedProductsBlock(slug, language));
  const product = block.data?.[0];
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  if (!product) return <ErrorScreen />;
  return (
    <>
      <Breadcrumbs
        crumbs={crumbsOf(product, language)}
        current={chosenOf(product, search.variant)?.sku ?? product.sku ?? ""}
      />
      <Product product={product} sets={sets.data ?? []} />
      <BelowTheFold>
        {others.error && <FailedBlock reload={others.reload} />}
        <RelatedProducts products={others.data ?? []} />
      </BelowTheFold>
    </>
  );
}

/** Product shows the product; `sets` are those that contain it or are of its kind. */
function Product({ product, sets }: { product: Products; sets: readonly Products[] }) {
  const { language, search, prefix, path } = usePage();
  const texts = useProductTexts();
  const addToCart = useAddToCart();
  const lines = useCart((cart) => cart.items);
  const variations = product.variations ?? [];
  const [variant, show] = useOptimistic(search.variant);
  const chosen = chosenOf(product, variant);
  // Show the choice optimistically, before the navigation completes. It replaces the history entry, so that Back returns to the previous page, not to the previous size.
  const choose = ({ sku }: Variations) =>
    startTransition(async () => {
      show(sku ?? "");
      await navigate(addressIn(prefix, { path, search: { ...search, variant: sku ?? "" } }), {
        replace: true,
        keepScroll: true,
        ahead: true,
      });
    });
  const content = translation(product, language);
  const bundle = product.product_type === "bundle";
  const item = !bundle && chosen ? variationCartItem(product, chosen, language) : productCartItem(product);
  const pictures = picturesOf(product, chosen, language);
  const views = useLivingDrawing(product, chosen);
  const root = useRef<HTMLDivElement>(null);
  useHighlight(root);
  const documents = content?.documentation_list ?? [];
  return (
    <div ref={root}>
      <section className="wrap pdp">
        {/* A set shows its drawing only: the picture is the same one. */}
        <Gallery
          key={pictures[0]?.id}
          pictures={bundle && views.length > 0 ? [] : pictures}
          drawing={views[0]}
          tags={<ProductTags product={product} />}
        />
        <BuyBox
          product={product}
          sets={sets}
          chosen={chosen}
          onChoose={choose}
          action={<AddButton item={item} quantity={() => quantityIn(".buy-act", language)} full short />}
        />
      </section>
      <BelowTheFold>
        {variations.length > 0 && (
          <section className="wrap pdp-part">
            <VariationTable
              product={product}
              chosen={chosen}
              views={views}
              inCart={new Set(lines.flatMap(({ variation }) => variation?.id ?? []))}
              onChoose={choose}
              onAdd={(variation, count) => addToCart(variationCartItem(product, variation, language), count)}
            />
          </section>
        )}
        {bundle && (
          <SetParts
            product={product}
            action={(part, size) => <AddButton item={variationCartItem(part, size, language)} />}
          />
        )}
        <Connection
          sets={setsWith(sets, product, chosen)}
          product={product}
          action={(set, label) => <AddButton key={set.id} item={bundleCartItem(set)} full="second" label={label} />}
        />
        <div className="wrap pdp-two">
          <Part title={texts.data} aside={variations.length === 0 && <UnitSwitch />}>
            <TechnicalData product={product} chosen={chosen} />
          </Part>
          <div>
            {content?.description && (
              <Part title={texts.description}>
                <Markup
                  className="mut pdp-text"
                  of="products_translations.description"
                  html={content.description}
                  lang={languageOf(content, language)}
                />
              </Part>
            )}
            {content && documents.length > 0 && (
              <Part title={texts.documents} className="no-print">
                <Documents content={content} />
              </Part>
            )}
          </div>
        </div>
        {content && parseList(content.delivery_and_payment_list).length > 0 && (
          <Part title={texts.delivery} className="wrap no-print">
            <Delivery content={content} />
          </Part>
        )}
      </BelowTheFold>
    </div>
  );
}

/** chosenOf returns the variation with the address's part number, else the one with the product's own, else the first. */
function chosenOf({ variations = [], sku }: Products, named: string | undefined): Variations | undefined {
  return variations.find((each) => each.sku === named) ?? variations.find((each) => each.sku === sku) ?? variations[0];
}

/** picturesOf returns the pictures of the chosen variation, of the product and of the gallery, in this order and without duplicates. */
function picturesOf(product: Products, chosen: Variations | undefined, language: string): readonly PictureFile[] {
  const gallery = relatedAll(translation(product, language)?.gallery, ({ directus_files_id }) => directus_files_id);
  const own = relatedAll(chosen?.gallery, ({ directus_files_id }) => directus_files_id);
  const { thumbnail } = translation(product, language) ?? {};
  const all = [chosen?.thumbnail, ...own, product.image, thumbnail ?? product.thumbnail, ...gallery].flatMap(
    (file) => pictureOf(file) ?? [],
  );
  return [...new Map(all.map((picture) => [picture.id, picture])).values()];
}

function crumbsOf(product: Products, language: string): readonly Crumb[] {
  const category = related(product.categories?.[0]?.categories_id);
  const parent = related(category?.parent);
  return [
    { title: catalogTitle(language), href: "/catalog" },
    ...[related(parent?.parent), parent, category].flatMap((each) => (each ? [crumbOf(each, language)] : [])),
  ];
}

function crumbOf(category: Categories, language: string): Crumb {
  const text = translation(category, language);
  return { title: plainText(text?.title), href: `/catalog/${category.slug}`, lang: languageOf(text, language) };
}

export const route: RouteModule = {
  queries: ({ params, language }) => [
    pipeSizeBlock(language),
    productBlock(params.slug ?? "", language),
    setsBlock(params.slug ?? "", language),
    relatedProductsBlock(params.slug ?? "", language),
  ],
  exists: ({ params, language }, read) => read(productBlock(params.slug ?? "", language))?.length !== 0,
  metadata: ({ params, language }, read) => {
    const record = read(productBlock(params.slug ?? "", language))?.[0];
    const text = translation(record, language);
    return {
      title: plainText(text?.title || text?.name),
      description: plainMarkup(text?.description),
      languages: record?.translations_languages,
    };
  },
  Component: ProductPage,
};
