import type { Products } from "../content/model.gen";
import { defineTexts } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";

const useVariantTexts = defineTexts({
  "de-DE": { choose: "Varianten" },
  "en-US": { choose: "Variants" },
  "fr-FR": { choose: "Variantes" },
  "it-IT": { choose: "Varianti" },
});

/** VariantsLink replaces a family's add button and links to its sizes. `full` shows the page's main button instead of a row's. */
export function VariantsLink({ product, full = false }: { product: Products; full?: boolean }) {
  const { language } = usePage();
  const texts = useVariantTexts();
  if (full)
    return (
      <ButtonLink href={`/product/${product.slug}`} kind="primary" block>
        {texts.choose}
      </ButtonLink>
    );
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
