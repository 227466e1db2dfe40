import type { SearchArticle } from "../content/search";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { nameOf } from "./entries";
import { numberOf } from "./quick-article";
import { useSearchTexts } from "./texts";

/** QuickLine shows, on phones, the article and quantity that Enter adds. */
export function QuickLine({
  article,
  quantity,
  onAdd,
}: {
  article: SearchArticle;
  quantity: number;
  onAdd: () => void;
}) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const { name, lang } = nameOf(article, language);
  return (
    <div className="find-quick">
      <p>
        <b>
          {formatNumber(quantity, language)} × <span lang={lang}>{name}</span>
        </b>
        <span className="mono">{numberOf(article)}</span>
      </p>
      <button type="button" className="find-go" onClick={onAdd}>
        {texts.add}
        <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 5v8H6M10 8l-5 5 5 5" />
        </svg>
      </button>
    </div>
  );
}
