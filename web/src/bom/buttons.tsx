import type { MouseEvent, ReactNode } from "react";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";

/** Every page carries these; what the windows say comes with their code. */
const useButtonTexts = defineTexts({
  "de-DE": { paste: "Stückliste einfügen", share: "Warenkorb teilen" },
  "en-US": { paste: "Paste bill of materials", share: "Share cart" },
  "fr-FR": { paste: "Coller une nomenclature", share: "Partager le panier" },
  "it-IT": { paste: "Incolla distinta base", share: "Condividi carrello" },
});

/** Loads the code of a window, and makes what stands in it. */
type Body = () => Promise<ReactNode>;

/** Opens the window for a bill of materials. */
export function PartsButton({ body }: { body: Body }) {
  const { paste } = useButtonTexts();
  return (
    <WindowLink label={paste} body={body}>
      <Icon name="list" />
      {paste}
    </WindowLink>
  );
}

/** Opens the window with the cart's link. */
export function ShareButton({ body }: { body: Body }) {
  const { share } = useButtonTexts();
  return (
    <WindowLink label={share} body={body}>
      <Icon name="external" />
      {share}
    </WindowLink>
  );
}

/** A link to the page of the cart, where the same can be done; with scripts it opens a window instead. */
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
