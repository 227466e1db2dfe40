import type { ReactNode } from "react";
import { useSiteTexts } from "../i18n/site-texts";
import { ButtonLink } from "../ui/button";
import { Drawing } from "../ui/drawing";
import { useCartTexts } from "./texts";
import "./lines.css";

/** EmptyCart shows what to do with an empty cart; `actions` are further controls. */
export function EmptyCart({ heading: Heading, actions }: { heading: "h2" | "h3"; actions: ReactNode }) {
  const texts = useCartTexts();
  const { toCatalog } = useSiteTexts();
  return (
    <div>
      <div className="cart-dwg">
        <Drawing name="straight-union" />
      </div>
      <Heading className="t-h3">{texts.empty}</Heading>
      <p className="mut">{texts.hint}</p>
      <ButtonLink kind="primary" href="/catalog">
        {toCatalog}
      </ButtonLink>
      {actions}
    </div>
  );
}
