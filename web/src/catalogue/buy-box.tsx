import { type ReactNode, useState } from "react";
import type { Products, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { useAnswerTime } from "../i18n/answer-time";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Markup } from "../ui/markup";
import { Quantity } from "../ui/quantity";
import { Stock } from "../ui/stock";
import { variationFacts } from "./facts";
import { useProductTexts } from "./product-sections";
import { SizeChooser } from "./size-chooser";
import { Sku } from "./sku";
import { useValueFormat } from "./use-value-format";
import "./product.css";

const truck =
  "M2 6h12v11H2zM14 10h4l4 4v3h-8zM6.5 17a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM17.5 17a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z";

/** The maximum number of facts in the title block. */
const maxKeyFacts = 6;

/** BuyBox shows name, facts, sizes, quantity and `action`, the button that adds the article to the cart. */
export function BuyBox({
  product,
  chosen,
  onChoose,
  action,
}: {
  product: Products;
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
  action: ReactNode;
}) {
  const { language } = usePage();
  const texts = useProductTexts();
  const answerTime = useAnswerTime();
  const [quantity, setQuantity] = useState(1);
  const text = translation(product, language);
  const lang = languageOf(text, language);
  const title = translation(chosen, language)?.title;
  return (
    <div className="buy">
      <div>
        <div className="sku-line">
          <Sku sku={chosen?.sku ?? product.sku ?? ""} family={(product.variations ?? []).map(({ sku }) => sku ?? "")} />
          <Stock quantity={chosen ? chosen.stock : product.stock} />
        </div>
        <h1 lang={lang}>
          {text?.name || product.sku || product.slug}
          {title && ` ${title}`}
        </h1>
      </div>
      <Tags product={product} />
      <Markup className="mut pdp-text" of="products_translations.description" html={text?.description} lang={lang} />
      <KeyFacts product={product} chosen={chosen} />
      <SizeChooser product={product} chosen={chosen} onChoose={onChoose} />
      <div className="buy-act">
        <Quantity value={quantity} onChange={setQuantity} />
        {action}
      </div>
      <div className="pdp-notes">
        <p className="note">
          <Icon name="clock" />
          <span>{texts.quote(answerTime)}</span>
        </p>
        <p className="note">
          <Icon path={truck} />
          <span>{texts.ships}</span>
        </p>
      </div>
    </div>
  );
}

function Tags({ product }: { product: Products }) {
  const { language } = usePage();
  const tags = (product.tags ?? []).flatMap(({ tags_id: tag }) => related(tag) ?? []);
  if (tags.length === 0) return null;
  return (
    <div className="chips">
      {tags.map((tag) => {
        const text = translation(tag, language);
        return (
          <span className="tag" key={tag.id} lang={languageOf(text, language)}>
            {text?.title || tag.title}
          </span>
        );
      })}
    </div>
  );
}

/** KeyFacts shows the preferred facts; the chosen variation's values override those of its family. */
function KeyFacts({ product, chosen }: { product: Products; chosen: Variations | undefined }) {
  const preferred = ["tube-od", "dn", "nps", "thread", "pn", "class", "material", "temperature", "weight", "standard"];
  const facts = new Map(variationFacts(product, chosen, useValueFormat()).map((fact) => [fact.slug, fact]));
  const shown = preferred.flatMap((slug) => facts.get(slug) ?? []).slice(0, maxKeyFacts);
  if (shown.length === 0) return null;
  return (
    <dl className="facts">
      {shown.map(({ slug, label, value }) => (
        <div key={slug}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
