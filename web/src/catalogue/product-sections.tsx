import type { ReactNode } from "react";
import type { Products, ProductsTranslations, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { parseList } from "../content/text-list";
import { formatBytes } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Accordion, type Question } from "../ui/accordion";
import { Chip } from "../ui/chip";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { articlePicture, fileUrl, PartStage } from "../ui/picture";
import { Slider } from "../ui/slider/slider";
import { Stock } from "../ui/stock";
import { variationFacts } from "./facts";
import { partNumber } from "./bundle-part";
import { useValueFormat } from "./use-value-format";
import "./product.css";
import "../ui/files.css";

export const useProductTexts = defineTexts({
  "de-DE": {
    data: "Technische Daten",
    dimensions: "Maße und Varianten",
    drawing: "Maßbild: L1, L2, S1, S2, d1",
    documents: "Dokumente",
    delivery: "Lieferung und Zahlung",
    set: "Teile des Satzes",
    setHint: "Ein Satz, eine Artikelnummer, ein Zeugnis.",
    quantity: "Menge",
    fits: "Passt dazu",
    related: "Zugehöriges Produkt",
    size: "Größe",
    quote: (time: string) => `Preis auf Anfrage. Angebot innerhalb von ${time}, ohne Anmeldung.`,
    ships: "Lagerware kommt in 3 bis 5 Werktagen an, 24 Monate Gewährleistung.",
  },
  "en-US": {
    data: "Technical data",
    dimensions: "Dimensions and variants",
    drawing: "Dimension drawing: L1, L2, S1, S2, d1",
    documents: "Documents",
    delivery: "Delivery and payment",
    set: "Parts of the set",
    setHint: "One set, one part number, one certificate.",
    quantity: "Quantity",
    fits: "Goes with it",
    related: "Related product",
    size: "Size",
    quote: (time: string) => `Price on request. Quote within ${time}, no account needed.`,
    ships: "Stock items arrive within 3 to 5 business days, 24-month warranty.",
  },
  "fr-FR": {
    data: "Données techniques",
    dimensions: "Dimensions et variantes",
    drawing: "Dessin coté\u00a0: L1, L2, S1, S2, d1",
    documents: "Documents",
    delivery: "Livraison et paiement",
    set: "Pièces du jeu",
    setHint: "Un jeu, une référence, un certificat.",
    quantity: "Quantité",
    fits: "Articles associés",
    related: "Produit associé",
    size: "Taille",
    quote: (time: string) => `Prix sur demande. Offre sous ${time}, sans compte client.`,
    ships: "Les articles en stock arrivent sous 3 à 5 jours ouvrés, garantie 24 mois.",
  },
  "it-IT": {
    data: "Dati tecnici",
    dimensions: "Dimensioni e varianti",
    drawing: "Disegno quotato: L1, L2, S1, S2, d1",
    documents: "Documenti",
    delivery: "Consegna e pagamento",
    set: "Parti del kit",
    setHint: "Un kit, un codice articolo, un certificato.",
    quantity: "Quantità",
    fits: "Articoli correlati",
    related: "Prodotto correlato",
    size: "Misura",
    quote: (time: string) => `Prezzo su richiesta. Offerta entro ${time}, senza registrazione.`,
    ships: "La merce a magazzino arriva in 3-5 giorni lavorativi, garanzia di 24 mesi.",
  },
});

/** Split is a section with its heading on the left and its body on the right. */
export function Split({
  title,
  aside,
  className = "",
  children,
}: {
  title: string;
  /** Shown below the heading. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`wrap sec--s grid split pdp-part ${className}`.trim()}>
      <div className="split-h">
        <h2 className="t-h3">{title}</h2>
        {aside}
      </div>
      <div className="body">{children}</div>
    </section>
  );
}

/** TechnicalData lists the chosen variation's attributes or, without variations, the product's. */
export function TechnicalData({ product, chosen }: { product: Products; chosen: Variations | undefined }) {
  const { language } = usePage();
  const texts = useProductTexts();
  const facts = variationFacts(product, chosen, useValueFormat());
  const other = related(chosen?.related_product);
  const name = translation(other, language);
  return (
    <dl className="attr attr--2">
      {facts.map(({ slug, label, value }) => (
        <div key={slug}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {other?.slug && (
        <div>
          <dt>{texts.related}</dt>
          <dd lang={languageOf(name, language)}>
            <Link className="lnk" href={`/product/${other.slug}`}>
              {name?.name || other.sku}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

export function Documents({ content }: { content: ProductsTranslations }) {
  const { language, languages } = usePage();
  // A translation's documents are in that translation's language.
  const title = languages.find(({ code }) => code === content.languages_code)?.title;
  return (
    <ul className="files">
      {(content.documentation_list ?? []).map((row) => {
        const file = related(row.file);
        if (!file) return null;
        return (
          <li key={row.id}>
            <a className="file" href={fileUrl(file.id)}>
              <span className="ext">{(file.type ?? "").split("/").at(-1)?.toUpperCase()}</span>
              <span>
                <b>{row.title || file.title}</b>
                <span className="mut t-small">{[title, row.note].filter(Boolean).join(", ")}</span>
              </span>
              <span className="file-size">
                {file.filesize && <span className="mono mut">{formatBytes(Number(file.filesize), language)}</span>}
                <Icon name="download" />
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function Delivery({ content }: { content: ProductsTranslations }) {
  return <Accordion entries={parseList<Question>(content.delivery_and_payment_list)} />;
}

/** Bundle lists the parts of a bundle; `action` adds the whole bundle to the cart. */
export function Bundle({ product, action }: { product: Products; action: ReactNode }) {
  const { language } = usePage();
  const texts = useProductTexts();
  return (
    <section className="wrap sec--s pdp-part">
      <h2 className="t-h2 pdp-h">{texts.set}</h2>
      <div className="bundle">
        {(product.bundle ?? []).map((row) => {
          const part = related(row.related_products_id);
          if (!part) return null;
          const text = translation(part, language);
          const variation = related(row.related_variations_id);
          const number = partNumber(row);
          const query = variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : "";
          const title = translation(variation, language)?.title;
          return (
            <div className="bundle-i" key={row.id}>
              <PartStage file={articlePicture(part, variation, language)} slot="bundle" />
              <div>
                <h3 lang={languageOf(text, language)}>
                  <Link href={`/product/${part.slug}${query}`}>
                    {[text?.name || part.sku, title].filter(Boolean).join(" ")}
                  </Link>
                </h3>
                {number && (
                  <>
                    <span className="mono mut">{number}</span>
                    <Stock quantity={(variation ?? part).stock} />
                  </>
                )}
                <div className="chips">
                  <Chip name={texts.quantity} value={String(row.quantity ?? 1)} />
                </div>
              </div>
            </div>
          );
        })}
        <div className="bundle-sum">
          <div>
            <p className="mut">{texts.setHint}</p>
            <span className="mono">{product.sku}</span>
          </div>
          {action}
        </div>
      </div>
    </section>
  );
}

export function RelatedProducts({ products }: { products: readonly Products[] }) {
  const { language } = usePage();
  const texts = useProductTexts();
  if (products.length === 0) return null;
  return (
    <section className="wrap sec--s pdp-part pdp-last">
      <Slider heading={<h2 className="t-h2">{texts.fits}</h2>}>
        {products.map((product) => {
          const text = translation(product, language);
          return (
            <li key={product.id}>
              <Link className="cat-card" href={`/product/${product.slug}`}>
                <PartStage file={articlePicture(product, null, language)} slot="card" />
                <div className="cat-card-t">
                  <h3 lang={languageOf(text, language)}>{text?.name || product.sku}</h3>
                  <Icon name="arrow-right" />
                  <span className="mono mut">{product.sku}</span>
                </div>
              </Link>
            </li>
          );
        })}
      </Slider>
    </section>
  );
}
