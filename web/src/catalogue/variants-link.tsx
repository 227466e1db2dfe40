import { Link } from "../ui/link";
import type { Products } from "../content/model.gen";
import { translation } from "../content/translation";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { Icon } from "../ui/icon";

const useVariantTexts = defineTexts({
  "de-DE": { choose: "Varianten" },
  "en-US": { choose: "Variants" },
  "fr-FR": { choose: "Variantes" },
  "it-IT": { choose: "Varianti" },
});

/** At the end of a family's row: to its sizes, of which one goes into the cart. */
export function VariantsLink({ product }: { product: Products }) {
  const { language } = usePage();
  const texts = useVariantTexts();
  return (
    <Link
      className="add"
      href={`/product/${product.slug}`}
      aria-label={`${texts.choose}: ${translation(product, language)?.name ?? product.sku ?? ""}`}
    >
      <span>{texts.choose}</span>
      <Icon name="arrow-right" />
    </Link>
  );
}
