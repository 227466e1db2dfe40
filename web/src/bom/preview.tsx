import { type ReactNode, useState } from "react";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { type Changes, changeKey, choose, countsOf, type ItemOf, itemsOf } from "./line-choices";
import type { PartLine } from "./look-up";
import { PreviewLine } from "./preview-line";
import { usePartsTexts } from "./texts";

/** What the catalogue and the cart know of articles; the page brings it. */
export interface ArticleWords {
  itemOf: ItemOf;
  nameOf: (item: NewCartItem, language: string) => string;
}

/**
 * What a bill of materials was understood as, each of its lines with what can
 * be changed about it. `children`: what is done with the lines of the cart that
 * come of it.
 */
export function Preview({
  lines,
  exact = false,
  words,
  children,
}: {
  lines: readonly PartLine[];
  /** The part numbers are a cart's: a family's own number means the family. */
  exact?: boolean;
  words: ArticleWords;
  children: (items: readonly CartItem[]) => ReactNode;
}) {
  const { language } = usePage();
  const texts = usePartsTexts();
  const [changes, setChanges] = useState<Changes>({});
  const chosen = choose(lines, changes, language, words.itemOf, exact);
  const counts = countsOf(chosen);
  const told = [
    counts.recognised > 0 && texts.recognised(counts.recognised),
    counts.open > 0 && texts.open(counts.open),
    counts.free > 0 && texts.free(counts.free),
    counts.left > 0 && texts.left(counts.left),
  ].filter((text) => text !== false);
  return (
    <>
      <p className="bom-counts tnum" role="status">
        {told.map((text) => (
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
                words={words}
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
