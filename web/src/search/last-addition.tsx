import type { SearchArticle } from "../content/search";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { nameOf } from "./entries";
import { numberOf } from "./quick-article";
import { useSearchTexts } from "./texts";

/** What was added to the cart from the overlay. */
export interface Addition {
  article: SearchArticle;
  quantity: number;
}

/** LastAddition announces the last addition and offers to undo it. */
export function LastAddition({
  addition,
  onUndo,
}: {
  addition: Addition | null;
  onUndo: (addition: Addition) => void;
}) {
  const texts = useSearchTexts();
  const { language } = usePage();
  return (
    <div className={addition ? "find-done is-on" : "find-done"}>
      {addition && <Icon name="check" />}
      <span role="status">
        {addition &&
          texts.added(
            formatNumber(addition.quantity, language),
            numberOf(addition.article) || nameOf(addition.article, language).name,
          )}
      </span>
      {addition && (
        <button type="button" className="text-btn" onClick={() => onUndo(addition)}>
          {texts.undo}
        </button>
      )}
    </div>
  );
}
