import { Link } from "../../ui/link";
import { AddButton } from "../../cart/add-button";
import { productCartItem } from "../../catalogue/cart-item";
import { newestProductsBlock } from "../../content/blocks";
import type { IndexTranslations, Products } from "../../content/model.gen";
import { related, relatedAll } from "../../content/relation";
import { languageOf, translation } from "../../content/translation";
import { useContent } from "../../content/use-content";
import { usePage } from "../../lib/page-context";
import { defineTexts } from "../../lib/texts";
import { FailedBlock, LoadingBlock } from "../../ui/block-state";
import { PartStage, Picture, pictureOf } from "../../ui/picture";
import { Stock } from "../../ui/stock";
import { chipsOf } from "./chips";

const usePopularTexts = defineTexts({
  "de-DE": { title: "Ausgewählte Artikel" },
  "en-US": { title: "Selected items" },
  "fr-FR": { title: "Articles choisis" },
  "it-IT": { title: "Articoli scelti" },
});

/** The chosen products, the first one large; the newest ones where none were chosen. */
export function Popular({ content, lang }: { content: IndexTranslations | undefined; lang: string | undefined }) {
  const texts = usePopularTexts();
  const chosen = relatedAll(content?.popular_list, (row) => row.products_id);
  return (
    <section className="wrap sec" id="popular">
      <div className="grid sec-head" lang={content?.popular_title ? lang : undefined}>
        <h2 className="t-h1">{content?.popular_title || texts.title}</h2>
        {content?.popular_subtitle && <p className="sec-lead">{content.popular_subtitle}</p>}
      </div>
      {chosen.length > 0 ? <Products products={chosen} /> : <NewestProducts />}
    </section>
  );
}

function NewestProducts() {
  const { language } = usePage();
  const { data, loading, error, reload } = useContent(newestProductsBlock(language));
  if (error) return <FailedBlock reload={reload} />;
  if (loading || !data) return <LoadingBlock />;
  return <Products products={data} />;
}

function Products({ products }: { products: readonly Products[] }) {
  const [lead, ...others] = products;
  if (!lead) return null;
  return (
    <div className="grid pop">
      <Lead product={lead} />
      <div className="pop-list">
        {others.map((product) => (
          <Row key={product.id} product={product} />
        ))}
      </div>
    </div>
  );
}

function Lead({ product }: { product: Products }) {
  const { language } = usePage();
  const picture = pictureOf(product.thumbnail);
  const tag = related(product.tags?.[0]?.tags_id);
  const tagText = translation(tag, language);
  return (
    <article className="pop-lead">
      <div className="stage stage--x">
        {tag && (
          <span className="tag" lang={languageOf(tagText, language)}>
            {tagText?.title || tag.title}
          </span>
        )}
        {picture && <Picture file={picture} slot="popular-lead" part decorative />}
      </div>
      <div className="pop-lead-t">
        <div className="sku-line">
          <Name product={product} className="t-h3" />
          <Stock quantity={product.stock} />
        </div>
        <div className="sku-line">
          <Chips product={product} />
          <span className="mono mut">{product.sku}</span>
        </div>
        <AddButton item={productCartItem(product)} full />
      </div>
    </article>
  );
}

function Row({ product }: { product: Products }) {
  return (
    <article className="row">
      <PartStage file={product.thumbnail} slot="popular" />
      <Name product={product} />
      <span className="mono mut">{product.sku}</span>
      <Chips product={product} />
      <div className="row-act">
        <Stock quantity={product.stock} />
        <AddButton item={productCartItem(product)} />
      </div>
    </article>
  );
}

function Name({ product, className }: { product: Products; className?: string }) {
  const { language } = usePage();
  const text = translation(product, language);
  return (
    <h3 className={className} lang={languageOf(text, language)}>
      <Link href={`/product/${product.slug}`}>{text?.name || product.sku}</Link>
    </h3>
  );
}

function Chips({ product }: { product: Products }) {
  const { language } = usePage();
  return (
    <div className="chips">
      {chipsOf(product, language).map(({ code, value }) => (
        <span className="chip" key={code}>
          <b>{code}</b>
          <i>{value}</i>
        </span>
      ))}
    </div>
  );
}
