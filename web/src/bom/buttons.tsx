import type { MouseEvent, ReactNode } from "react";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import "./bom.css";

/** The texts that every page needs; those of the windows load with their code. */
export const useButtonTexts = defineTexts({
  "de-DE": {
    paste: "Stückliste einfügen",
    pasteShort: "Liste einfügen",
    list: "Stückliste",
    share: "Warenkorb teilen",
    shareShort: "Teilen",
  },
  "en-US": {
    paste: "Paste bill of materials",
    pasteShort: "Paste list",
    list: "Bill of materials",
    share: "Share cart",
    shareShort: "Share",
  },
  "fr-FR": {
    paste: "Coller une nomenclature",
    pasteShort: "Coller une liste",
    list: "Nomenclature",
    share: "Partager le panier",
    shareShort: "Partager",
  },
  "it-IT": {
    paste: "Incolla distinta base",
    pasteShort: "Incolla lista",
    list: "Distinta base",
    share: "Condividi carrello",
    shareShort: "Condividi",
  },
});

/** `body` loads the code of a window and returns its content; `short`: with the label of a row of actions. */
interface ButtonProps {
  body: () => Promise<ReactNode>;
  short?: boolean;
}

/** The fragment of the cart page's address that opens the window for a bill of materials. */
export const listFragment = "#list";

/** BomButton opens the window for a bill of materials. */
export function BomButton({ body, short = false }: ButtonProps) {
  const { paste, pasteShort, list } = useButtonTexts();
  return (
    <WindowLink label={list} href={`/cart${listFragment}`} body={body} short={short}>
      <Icon path="M8 5H5v16h14V5h-3M8 3h8v4H8zM8 12h8M8 16h5" />
      <span>{short ? pasteShort : paste}</span>
    </WindowLink>
  );
}

/** ShareButton opens the window with the link to the cart. */
export function ShareButton({ body, short = false }: ButtonProps) {
  const { share, shareShort } = useButtonTexts();
  return (
    <WindowLink label={share} href="/cart" body={body} short={short}>
      <Icon path="M12 15V4M8 8l4-4 4 4M5 12v8h14v-8" />
      <span>{short ? shareShort : share}</span>
    </WindowLink>
  );
}

/** WindowLink opens a window. Pressed before its code is live, or if that cannot be loaded, it leads to the cart page. */
function WindowLink({
  label,
  href,
  body,
  short,
  children,
}: Required<ButtonProps> & { label: string; href: string; children: ReactNode }) {
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
      className={short ? "csum-a" : "lnk no-print"}
      href={href}
      aria-haspopup="dialog"
      aria-controls={overlayId("modal")}
      onClick={(event) => void open(event)}
    >
      {children}
    </Link>
  );
}
