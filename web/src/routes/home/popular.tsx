import { AddButton } from "../../cart/add-button";
import { articleCartItem } from "../../catalogue/create-cart-item";
import { isFamily } from "../../catalogue/bundle-part";
import { VariantsLink } from "../../catalogue/variants-link";
import { newestProductsBlock } from "../../content/blocks";
import type { IndexTranslations, Products, Variations } from "../../content/model.gen";
import { related } from "../../content/relation";
import { useContent } from "../../content/use-content";
import { defineTexts } from "../../i18n/texts";
import { languageOf, translation } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { FailedBlock, LoadingBlock } from "../../ui/block-state";
import { Link } from "../../ui/link";
import { PartStage, Picture, articlePicture } from "../../ui/picture";
import { Stock } from "../../ui/stock";
import { chipsOf } from "./chips";
import "../../ui/section.css";
import "../../ui/chip.css";
import "../../catalogue/sku.css";

const usePopularTexts = defineTexts({
  "de-DE": { title: "Ausgewählte Artikel" },
  "en-US": { title: "Selected items" },
  "fr-FR": { title: "Articles choisis" },
  "it-IT": { title: "Articoli scelti" },
});

/** Entry is an article, or a family without a chosen variation. */
interface Entry {
  product: Products;
  variation: Variations | undefined;
}

/** Popular shows the chosen articles, the first one large; without any it shows the newest products. */
export function Popular({ content, lang }: { content: IndexTranslations | undefined; lang: string | undefined }) {
  const texts = usePopularTexts();
  const chosen = (content?.popular_list ?? []).flatMap((row): Entry[] => {
    const product = related(row.products_id);
    return product ? [{ product, variation: related(row.variations_id) }] : [];
  });
  return (
    <section className="wrap sec" id="popular">
      <div className="grid sec-head" lang={content?.popular_title ? lang : undefined}>
        <h2 className="t-h1">{content?.popular_title || texts.title}</h2>
        {content?.popular_subtitle && <p className="sec-lead">{content.popular_subtitle}</p>}
      </div>
      {chosen.length > 0 ? <Entries entries={chosen} /> : <NewestProducts />}
    </section>
  );
}

function NewestProducts() {
  const { language } = usePage();
  const { data, loading, error, reload } = useContent(newestProductsBlock(language));
  if (error) return <FailedBlock reload={reload} />;
  if (loading || !data) return <LoadingBlock />;
  return <Entries entries={data.map((product) => ({ product, variation: undefined }))} />;
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const [lead, ...others] = entries;
  if (!lead) return null;
  return (
    <div className="grid pop">
      <Lead entry={lead} />
      <div className="pop-list">
        {others.map((entry) => (
          <Row key={`${entry.product.id}/${entry.variation?.id}`} entry={entry} />
        ))}
      </div>
    </div>
  );
}

function Lead({ entry }: { entry: Entry }) {
  const { language } = usePage();
  const { product, variation } = entry;
  const picture = articlePicture(product, variation, language);
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
          <Name entry={entry} className="t-h3" />
          <Stock quantity={(variation ?? product).stock} />
        </div>
        <div className="sku-line">
          <Chips entry={entry} />
          <PartNumber entry={entry} />
        </div>
        <Action entry={entry} full />
      </div>
    </article>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { language } = usePage();
  const { product, variation } = entry;
  return (
    <article className="row">
      <PartStage file={articlePicture(product, variation, language)} slot="popular" />
      <Name entry={entry} />
      <PartNumber entry={entry} />
      <Chips entry={entry} />
      <div className="row-act">
        <Stock quantity={(variation ?? product).stock} />
        <Action entry={entry} />
      </div>
    </article>
  );
}

/** Action links a family to its sizes; any other article has an add button. */
function Action({ entry: { product, variation }, full = false }: { entry: Entry; full?: boolean }) {
  const { language } = usePage();
  if (!variation && isFamily(product)) return <VariantsLink product={product} full={full} />;
  return <AddButton item={articleCartItem({ product, variation: variation ?? null }, language)} full={full} />;
}

function Name({ entry: { product, variation }, className }: { entry: Entry; className?: string }) {
  const { language } = usePage();
  const text = translation(product, language);
  const name = [text?.name || product.sku, translation(variation, language)?.title].filter(Boolean).join(" ");
  const query = variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : "";
  return (
    <h3 className={className} lang={languageOf(text, language)}>
      <Link href={`/product/${product.slug}${query}`}>{name}</Link>
    </h3>
  );
}

/** PartNumber omits a family's own number, which belongs to one of its sizes. */
function PartNumber({ entry: { product, variation } }: { entry: Entry }) {
  const number = variation ? (variation.sku ?? product.sku) : !isFamily(product) && product.sku;
  return number ? <span className="mono mut">{number}</span> : null;
}

function Chips({ entry: { product, variation } }: { entry: Entry }) {
  const { language } = usePage();
  return (
    <div className="chips">
      {chipsOf(product, language, variation).map(({ code, value }) => (
        <span className="chip" key={code}>
          <b>{code}</b>
          <i>{value}</i>
        </span>
      ))}
    </div>
  );
}
