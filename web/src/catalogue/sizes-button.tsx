import type { ListingItem } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { useItemName } from "./product-item";

const useSizesTexts = defineTexts({
  "de-DE": { sizes: (n: number, text: string) => `${text} ${n === 1 ? "Größe" : "Größen"}` },
  "en-US": { sizes: (n: number, text: string) => `${text} ${n === 1 ? "size" : "sizes"}` },
  "fr-FR": { sizes: (n: number, text: string) => `${text} ${n < 2 ? "taille" : "tailles"}` },
  "it-IT": { sizes: (n: number, text: string) => `${text} ${n === 1 ? "misura" : "misure"}` },
});

/** useSizes returns how many of a family's sizes match, as a text and as a number, and the name of its control. */
function useSizes(item: ListingItem) {
  const texts = useSizesTexts();
  const { language } = usePage();
  const { name } = useItemName(item);
  const count = formatNumber(item.articles, language);
  const text = texts.sizes(item.articles, count);
  return { text, count, label: `${name}: ${text}` };
}

/** SizesButton opens a family's sizes in the list. It submits a form, so that it leads to the product without scripts, too. */
export function SizesButton({
  item,
  open,
  controls,
  onClick,
}: {
  item: ListingItem;
  open: boolean;
  controls: string;
  onClick: () => void;
}) {
  const { prefix } = usePage();
  const { text, count, label } = useSizes(item);
  return (
    <form action={`${prefix}/product/${item.product.slug}`}>
      <button
        type="submit"
        className="list-sizes"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        onClick={(event) => {
          event.preventDefault();
          onClick();
        }}
      >
        <span>{text}</span>
        <span className="mono">{count}</span>
        <Icon name="chevron-down" />
      </button>
    </form>
  );
}

/** SizesLink leads to a family's sizes on the product's page. */
export function SizesLink({ item }: { item: ListingItem }) {
  const { text, label } = useSizes(item);
  return (
    <Link className="list-sizes" href={`/product/${item.product.slug}`} aria-label={label}>
      <span>{text}</span>
      <Icon name="arrow-right" />
    </Link>
  );
}
