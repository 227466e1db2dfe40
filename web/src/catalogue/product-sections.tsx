import type { ReactNode } from "react";
import type { Products, ProductsTranslations, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { parseList } from "../content/text-list";
import { formatBytes } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Accordion, type Question } from "../ui/accordion";
import { Icon } from "../ui/icon";
import { DownloadIcon } from "../ui/late-icons";
import { Link } from "../ui/link";
import { articlePicture, fileUrl, PartStage } from "../ui/picture";
import { Slider } from "../ui/slider/slider";
import { variationFacts } from "./facts";
import { useValueFormat } from "./use-value-format";
import "./product.css";
import "../ui/files.css";
import "../ui/category-card.css";

export const useProductTexts = defineTexts({
  "de-DE": {
    data: "Technische Daten",
    dimensions: "Maße und Größen",
    description: "Beschreibung",
    pieces: "Teile",
    documents: "Dokumente",
    delivery: "Lieferung und Zahlung",
    fits: "Passt dazu",
    related: "Zugehöriges Produkt",
    quote: (time: string) => `Preis auf Anfrage. Angebot innerhalb von ${time}, ohne Anmeldung.`,
    ships: "Lagerware kommt in 3 bis 5 Werktagen an, 24\u00a0Monate Gewährleistung.",
  },
  "en-US": {
    data: "Technical data",
    dimensions: "Dimensions and sizes",
    description: "Description",
    pieces: "Parts",
    documents: "Documents",
    delivery: "Delivery and payment",
    fits: "Goes with it",
    related: "Related product",
    quote: (time: string) => `Price on request. Quote within ${time}, no account needed.`,
    ships: "Stock items arrive within 3 to 5 business days, 24-month warranty.",
  },
  "fr-FR": {
    data: "Données techniques",
    dimensions: "Dimensions et tailles",
    description: "Description",
    pieces: "Pièces",
    documents: "Documents",
    delivery: "Livraison et paiement",
    fits: "Articles associés",
    related: "Produit associé",
    quote: (time: string) => `Prix sur demande. Offre sous ${time}, sans compte client.`,
    ships: "Les articles en stock arrivent sous 3 à 5 jours ouvrés, garantie 24\u00a0mois.",
  },
  "it-IT": {
    data: "Dati tecnici",
    dimensions: "Dimensioni e misure",
    description: "Descrizione",
    pieces: "Pezzi",
    documents: "Documenti",
    delivery: "Consegna e pagamento",
    fits: "Articoli correlati",
    related: "Prodotto correlato",
    quote: (time: string) => `Prezzo su richiesta. Offerta entro ${time}, senza registrazione.`,
    ships: "La merce a magazzino arriva in 3-5 giorni lavorativi, garanzia di 24\u00a0mesi.",
  },
});

/** Part is a section of the page below its heading. */
export function Part({
  title,
  aside,
  className = "",
  children,
}: {
  title: string;
  /** Shown beside the heading. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`pdp-part ${className}`.trim()}>
      <div className="pdp-h">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
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
    <dl className="attr">
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
                <DownloadIcon />
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

export function RelatedProducts({ products }: { products: readonly Products[] }) {
  const { language } = usePage();
  const texts = useProductTexts();
  if (products.length === 0) return null;
  return (
    <section className="wrap pdp-part pdp-last">
      <Slider heading={<h2 className="pdp-h2">{texts.fits}</h2>}>
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
