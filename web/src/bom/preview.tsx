import { type ReactNode, useState } from "react";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { type Changes, changeKey, choose, countsOf, type ItemOf, itemsOf } from "./line-choices";
import type { PartLine } from "./look-up";
import { PreviewLine } from "./preview-line";
import { useBomTexts } from "./texts";

/** ArticleAdapter creates and names cart items; the page supplies it, because features must not import each other. */
export interface ArticleAdapter {
  itemOf: ItemOf;
  nameOf: (item: NewCartItem, language: string) => string;
}

/**
 * Preview shows the lines of a bill of materials with controls for article and
 * quantity. `children` renders the actions on the resulting cart items.
 */
export function Preview({
  lines,
  exact = false,
  articles,
  children,
}: {
  lines: readonly PartLine[];
  /** The lines are from a cart, in which a family's own number means the family. */
  exact?: boolean;
  articles: ArticleAdapter;
  children: (items: readonly CartItem[]) => ReactNode;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const [changes, setChanges] = useState<Changes>({});
  const chosen = choose(lines, changes, language, articles.itemOf, exact);
  const counts = countsOf(chosen);
  const summary = [
    counts.recognised > 0 && texts.recognised(counts.recognised),
    counts.open > 0 && texts.open(counts.open),
    counts.free > 0 && texts.free(counts.free),
    counts.left > 0 && texts.left(counts.left),
  ].filter((text) => text !== false);
  return (
    <>
      <p className="bom-counts tnum" role="status">
        {summary.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {chosen.length > 0 && (
        <ol className="bom-lines" aria-label={texts.lines}>
          {chosen.map((each) => {
            const key = changeKey(each.line);
            return (
              <PreviewLine
                key={key}
                chosen={each}
                articles={articles}
                onChange={(change) => setChanges((former) => ({ ...former, [key]: { ...former[key], ...change } }))}
              />
            );
          })}
        </ol>
      )}
      {children(itemsOf(chosen))}
    </>
  );
}
