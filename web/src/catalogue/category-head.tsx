import type { ReactNode } from "react";
import type { Scope, ScopeValues } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { useItemMeasure } from "../i18n/listing-values";
import { defineTexts } from "../i18n/texts";
import { attributeNamed } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { shortValue } from "./list-columns";
import "./category.css";

const useHeadTexts = defineTexts({
  "de-DE": {
    articles: "Artikel",
    products: "Produkte",
    standard: "Norm",
    pressure: "Nenndruck",
    tube: "Rohr d₁",
    size: "Nennweite",
    materials: "Werkstoffe",
    facts: "Umfang",
  },
  "en-US": {
    articles: "Items",
    products: "Products",
    standard: "Standard",
    pressure: "Pressure",
    tube: "Tube d₁",
    size: "Nominal size",
    materials: "Materials",
    facts: "Scope",
  },
  "fr-FR": {
    articles: "Articles",
    products: "Produits",
    standard: "Norme",
    pressure: "Pression",
    tube: "Tube d₁",
    size: "Diamètre nominal",
    materials: "Matières",
    facts: "Étendue",
  },
  "it-IT": {
    articles: "Articoli",
    products: "Prodotti",
    standard: "Norma",
    pressure: "Pressione",
    tube: "Tubo d₁",
    size: "Diametro nominale",
    materials: "Materiali",
    facts: "Estensione",
  },
});

/** CategoryHead shows a category's title with one line of text, and what the category contains as a title block. */
export function CategoryHead({
  title,
  lead,
  lang,
  scope,
}: {
  title: ReactNode;
  lead: ReactNode;
  lang: string | undefined;
  scope: Scope | undefined;
}) {
  return (
    <div className="wrap cat-head">
      <div lang={lang}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {scope && scope.articles > 0 && <Facts scope={scope} />}
    </div>
  );
}

/** Facts shows the cells that have a value; the others are on wide windows only. */
function Facts({ scope: { products, articles, values } }: { scope: Scope }) {
  const texts = useHeadTexts();
  const { language } = usePage();
  const system = useUnits();
  const measure = useItemMeasure();
  const text = (slug: string, symbol = ""): string => {
    const all = values[slug];
    if (!all) return "";
    const { value, unit } = measure({ values: { [slug]: shortValue(slug, all) } }, [slug]);
    // The symbol PN means bar, and DN no unit.
    return symbol && system === "metric" ? `${symbol}\u00a0${value}` : [value, unit].filter(Boolean).join("\u00a0");
  };
  // What has a nominal diameter may have an outside diameter as well.
  const size = ["dn", "tube-od", "nps"].find((slug) => slug in values) ?? "";
  const cells = [
    { name: texts.articles, value: formatNumber(articles, language) },
    { name: texts.products, value: formatNumber(products, language), more: true },
    { name: texts.standard, value: firstOf(values["standard"]) },
    { name: texts.pressure, value: text("pn", "PN") || prefixed("Class", text("class")) },
    {
      name: size === "tube-od" ? texts.tube : texts.size,
      value: text(size, { dn: "DN", nps: "NPS" }[attributeNamed(system, size)]),
    },
    {
      name: texts.materials,
      value: values["material"] ? formatNumber(values["material"].count, language) : "",
      more: true,
    },
  ].filter(({ value }) => value !== "");
  return (
    // On phones it scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be operable by keyboard
    <dl className="cat-facts" aria-label={texts.facts} tabIndex={0}>
      {cells.map(({ name, value, more }) => (
        <div key={name} className={more ? "is-more" : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function prefixed(prefix: string, text: string): string {
  return text && `${prefix}\u00a0${text}`;
}

/** firstOf returns the first of some texts, and how many more there are. */
function firstOf(values: ScopeValues | undefined): string {
  const [first] = values?.texts ?? [];
  return !values || first === undefined ? "" : values.count > 1 ? `${first} +${values.count - 1}` : first;
}
