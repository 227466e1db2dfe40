import type { CartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Button } from "../ui/button";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import type { GivenLine } from "./look-up";
import { type ArticleWords, Preview } from "./preview";
import { usePartsTexts } from "./texts";
import { useLookUp } from "./use-look-up";

/** The cart that came with a link: what is in it, and the ways to take it over. */
export function SharedCart({
  lines: given,
  words,
  onAdd,
  onReplace,
}: {
  lines: readonly GivenLine[];
  words: ArticleWords;
  onAdd: (items: readonly CartItem[]) => void;
  /** undefined while the visitor's own cart is empty. */
  onReplace: ((items: readonly CartItem[]) => void) | undefined;
}) {
  const { language } = usePage();
  const texts = usePartsTexts();
  const { lines, pending, failure, retry } = useLookUp(given.length === 0 ? null : { lines: given }, language);
  const unlessInvalid = (take: () => void) => () => {
    if (!focusInvalidQuantity(".bom-lines")) take();
  };
  if (failure !== null) return <FailedBlock reload={retry} />;
  if (pending && lines.length === 0) return <LoadingBlock />;
  return (
    <div className="wrap bill bill--page">
      <Preview lines={lines} words={words} exact>
        {(items) =>
          items.length > 0 && (
            <div className="bom-f">
              <Button kind="primary" icon="plus" block onClick={unlessInvalid(() => onAdd(items))}>
                {texts.add(items.length)}
              </Button>
              {onReplace && (
                <Button icon={null} block onClick={unlessInvalid(() => onReplace(items))}>
                  {texts.replace}
                </Button>
              )}
            </div>
          )
        }
      </Preview>
    </div>
  );
}
