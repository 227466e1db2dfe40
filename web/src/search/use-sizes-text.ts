import type { ListingItem } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { useSearchTexts } from "./texts";

/** useSizesText returns a function that tells how many of a family's sizes match: "30 Größen" or "2 von 30 Größen". */
export function useSizesText(): (family: ListingItem) => string {
  const texts = useSearchTexts();
  const { language } = usePage();
  return ({ articles, of }) =>
    articles === of
      ? texts.sizes(of, formatNumber(of, language))
      : texts.sizesOf(formatNumber(articles, language), formatNumber(of, language));
}
