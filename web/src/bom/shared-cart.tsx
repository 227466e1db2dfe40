import type { CartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Button } from "../ui/button";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import type { GivenLine } from "./look-up";
import { type ArticleAdapter, Preview } from "./preview";
import { useBomTexts } from "./texts";
import { useLookUp } from "./use-look-up";

/** SharedCart shows the cart of a shared link, with buttons to add it to the visitor's own cart or replace that. */
export function SharedCart({
  lines: given,
  articles,
  onAdd,
  onReplace,
}: {
  lines: readonly GivenLine[];
  articles: ArticleAdapter;
  onAdd: (items: readonly CartItem[]) => void;
  /** Undefined if the visitor's own cart is empty. */
  onReplace: ((items: readonly CartItem[]) => void) | undefined;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const { lines, pending, failure, retry } = useLookUp(given.length === 0 ? null : { lines: given }, language);
  const unlessInvalid = (action: () => void) => () => {
    if (!focusInvalidQuantity(".bom-lines")) action();
  };
  if (failure !== null) return <FailedBlock reload={retry} />;
  if (pending && lines.length === 0) return <LoadingBlock />;
  return (
    <div className="wrap bill bill--page">
      <Preview lines={lines} articles={articles} exact>
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
