import { type ReactNode, useState } from "react";
import type { Products, Variations } from "../content/model.gen";
import { useAnswerTime } from "../i18n/answer-time";
import { useSiteTexts } from "../i18n/site-texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { ButtonLink } from "../ui/button";
import { Quantity } from "../ui/quantity";
import { Stock } from "../ui/stock";
import { variationFacts } from "./facts";
import { useProductTexts } from "./product-sections";
import { SetChooser } from "./set-chooser";
import { setValues } from "./set-values";
import { setsLike } from "./sets";
import { axesOf } from "./size-axes";
import { SizeChooser } from "./size-chooser";
import { Sku } from "./sku";
import { useValueFormat } from "./use-value-format";
import "./product.css";
import "./sku.css";

/** The maximum number of facts in the title block. */
const maxKeyFacts = 6;

/** BuyBox shows number, stock and name, the sizes, the main facts, the quantity and `action`, the button that adds the article to the cart. `sets` are those from which a set of one kind with it is chosen. */
export function BuyBox({
  product,
  sets,
  chosen,
  onChoose,
  action,
}: {
  product: Products;
  sets: readonly Products[];
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
  action: ReactNode;
}) {
  const { language } = usePage();
  const texts = useProductTexts();
  const { contactUs } = useSiteTexts();
  const answerTime = useAnswerTime();
  const [quantity, setQuantity] = useState(1);
  const text = translation(product, language);
  const lang = languageOf(text, language);
  const title = translation(chosen, language)?.title;
  const name = text?.name || product.sku || product.slug;
  const sku = chosen?.sku ?? product.sku ?? "";
  const alike = setsLike(sets, product);
  return (
    <div className="buy">
      {/* Announces number, stock and name of a size that was chosen. */}
      <div aria-live="polite" aria-atomic="true">
        <div className="sku-line">
          <Sku sku={sku} family={[...(product.variations ?? []), ...alike].map((each) => each.sku ?? "")} />
          <Stock quantity={chosen ? chosen.stock : product.stock} />
        </div>
        <h1 lang={lang}>
          {name}
          {title && ` ${title}`}
        </h1>
      </div>
      <SetChooser sets={alike} current={product} />
      <SizeChooser product={product} chosen={chosen} onChoose={onChoose} />
      <KeyFacts product={product} chosen={chosen} />
      {/* On phones a bar at the bottom of the window. */}
      <div className="buy-act">
        <p className="buy-name">
          <b lang={lang}>{title || name}</b>
          <span className="mono">{sku}</span>
        </p>
        <Quantity value={quantity} onChange={setQuantity} />
        {action}
        {/* The cart needs scripts; the form of the contacts page does not. */}
        <noscript>
          <ButtonLink kind="primary" icon={null} href="/contacts">
            {contactUs}
          </ButtonLink>
        </noscript>
      </div>
      <p className="buy-note">
        {texts.quote(answerTime)} {texts.ships}
      </p>
    </div>
  );
}

/** The facts of the title block, the most important first; the values of the chooser are not repeated. */
const preferred = [
  "tube-od",
  "thread",
  "dn",
  "nps",
  "pn",
  "class",
  "outside-diameter",
  "bolts",
  "weight",
  "weight-100",
  "material",
  "pieces",
  "temperature",
  "standard",
];

/** KeyFacts shows the preferred facts, then others; the chosen variation's values override those of its family. A set has what its parts have in common. */
function KeyFacts({ product, chosen }: { product: Products; chosen: Variations | undefined }) {
  const texts = useProductTexts();
  const format = useValueFormat();
  const axes = axesOf(product.variations ?? [], chosen, format).map(({ slug }) => slug);
  const all = variationFacts(product, chosen, format).filter(({ slug }) => !axes.includes(slug));
  const facts = new Map(all.map((fact) => [fact.slug, fact]));
  const { common, pieces } = setValues(product, format);
  for (const fact of common) facts.set(fact.slug, fact);
  if (pieces > 0) facts.set("pieces", { slug: "pieces", label: texts.pieces, value: String(pieces) });
  const [holes, bolt] = [facts.get("holes"), facts.get("bolt")];
  if (holes && bolt)
    facts.set("bolts", { slug: "bolts", label: bolt.label, value: `${holes.value}\u00a0× ${bolt.value}` });
  const shown = preferred.flatMap((slug) => facts.get(slug) ?? []);
  const others = all.filter(({ slug }) => !preferred.includes(slug) && slug !== "holes" && slug !== "bolt");
  if (shown.length === 0) return null;
  return (
    <dl className="facts">
      {[...shown, ...others].slice(0, maxKeyFacts).map(({ slug, label, value }) => (
        <div key={slug}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
