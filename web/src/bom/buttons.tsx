import type { MouseEvent, ReactNode } from "react";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import "./bom.css";

/** The texts that every page needs; those of the windows load with their code. */
export const useButtonTexts = defineTexts({
  "de-DE": { paste: "Stückliste einfügen", list: "Stückliste", share: "Warenkorb teilen" },
  "en-US": { paste: "Paste bill of materials", list: "Bill of materials", share: "Share cart" },
  "fr-FR": { paste: "Coller une nomenclature", list: "Nomenclature", share: "Partager le panier" },
  "it-IT": { paste: "Incolla distinta base", list: "Distinta base", share: "Condividi carrello" },
});

/** Body loads the code of a window and returns its content. */
type Body = () => Promise<ReactNode>;

/** BomButton opens the window for a bill of materials. */
export function BomButton({ body }: { body: Body }) {
  const { paste, list } = useButtonTexts();
  return (
    <WindowLink label={list} body={body}>
      <Icon name="list" />
      {paste}
    </WindowLink>
  );
}

/** ShareButton opens the window with the link to the cart. */
export function ShareButton({ body }: { body: Body }) {
  const { share } = useButtonTexts();
  return (
    <WindowLink label={share} body={body}>
      <Icon name="external" />
      {share}
    </WindowLink>
  );
}

/** WindowLink opens a window. Without scripts, or if the code cannot be loaded, it leads to the cart page. */
function WindowLink({ label, body, children }: { label: string; body: Body; children: ReactNode }) {
  const open = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const page = new URL(event.currentTarget.href);
    try {
      useOverlays.getState().showModal(label, await body());
    } catch (error) {
      console.error(error);
      await loadDocument(page);
    }
  };
  return (
    <Link
      className="lnk no-print"
      href="/cart"
      aria-haspopup="dialog"
      aria-controls={overlayId("modal")}
      onClick={(event) => void open(event)}
    >
      {children}
    </Link>
  );
}
