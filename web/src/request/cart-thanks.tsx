import { useLayoutEffect } from "react";
import { useSiteTexts } from "../i18n/site-texts";
import { ButtonLink } from "../ui/button";
import { useCartContent } from "./cart-form";
import { clearResult, markSeen, useRequests } from "./drafts";
import { Thanks } from "./thanks";

/** useCartSent reports whether the cart was sent and its result is still shown; `open` is whether the cart's panel is open. */
export function useCartSent(open: boolean): boolean {
  const sent = useRequests(({ results }) => results.cart?.sent === true);
  const seen = useRequests(({ results }) => results.cart?.seen === true);
  useLayoutEffect(() => {
    if (!open && sent && seen) clearResult("cart");
  }, [open, sent, seen]);
  return sent;
}

/** CartThanks replaces a sent cart. */
export function CartThanks() {
  const { toCatalog } = useSiteTexts();
  const content = useCartContent();
  const result = useRequests(({ results }) => results.cart);
  useLayoutEffect(() => markSeen("cart"), []);
  if (!result?.sent) return null;
  return (
    <Thanks content={content} sent={result}>
      <ButtonLink kind="inverse" block href="/catalog">
        {toCatalog}
      </ButtonLink>
    </Thanks>
  );
}
