import { useEffect, useId, useRef, useState } from "react";
import type { CartItem } from "../domain/cart-item";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { QrCode } from "./qr-code";
import { fragmentOf } from "./share-link";
import "./bom.css";
import "../ui/fields.css";

/** The maximum length of a link, in characters, that a phone's camera reads from a screen. */
const maxQr = 1200;

const useShareTexts = defineTexts({
  "de-DE": {
    lead: "Wer den Link öffnet, sieht diese Positionen und kann sie übernehmen. Sie stehen im Link selbst, auf keinem Server.",
    link: "Link zu diesem Warenkorb",
    copy: "Link kopieren",
    copied: "Kopiert",
    share: "Teilen",
    code: "QR-Code mit dem Link zu diesem Warenkorb",
    noCode: "Für einen QR-Code sind es zu viele Positionen.",
    tooLarge: "Für einen Link sind es zu viele Positionen oder zu lange Notizen.",
  },
  "en-US": {
    lead: "Whoever opens the link sees these items and can take them over. They are in the link itself, on no server.",
    link: "Link to this cart",
    copy: "Copy link",
    copied: "Copied",
    share: "Share",
    code: "QR code with the link to this cart",
    noCode: "There are too many items for a QR code.",
    tooLarge: "There are too many items, or too long notes, for a link.",
  },
  "fr-FR": {
    lead: "Quiconque ouvre le lien voit ces lignes et peut les reprendre. Elles figurent dans le lien même, sur aucun serveur.",
    link: "Lien vers ce panier",
    copy: "Copier le lien",
    copied: "Copié",
    share: "Partager",
    code: "QR code contenant le lien vers ce panier",
    noCode: "Il y a trop de lignes pour un QR code.",
    tooLarge: "Il y a trop de lignes, ou des remarques trop longues, pour un lien.",
  },
  "it-IT": {
    lead: "Chi apre il link vede queste righe e può riprenderle. Sono contenute nel link stesso, su nessun server.",
    link: "Link a questo carrello",
    copy: "Copia link",
    copied: "Copiato",
    share: "Condividi",
    code: "Codice QR con il link a questo carrello",
    noCode: "Le righe sono troppe per un codice QR.",
    tooLarge: "Le righe sono troppe, o le note troppo lunghe, per un link.",
  },
});

/** ShareWindow shows the link to the cart with buttons to copy and share it, and its QR code. */
export function ShareWindow({ items }: { items: readonly CartItem[] }) {
  const { prefix } = usePage();
  const texts = useShareTexts();
  const field = useId();
  const link = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const fragment = fragmentOf(items);
  useEffect(() => link.current?.select(), []);
  if (fragment === null) return <p className="share">{texts.tooLarge}</p>;

  const address = `${window.location.origin}${prefix}/cart#${fragment}`;
  const copy = async () => {
    link.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Clipboard access is not allowed: the link is selected, so the visitor can copy it by keyboard.
    }
  };
  const share = () => void navigator.share({ url: address }).catch(() => undefined); // the visitor cancelled
  return (
    <div className="share">
      <p className="mut">{texts.lead}</p>
      <div className="field">
        <label htmlFor={field}>{texts.link}</label>
        <input
          id={field}
          ref={link}
          className="mono"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="share-do">
        <Button kind="primary" icon={copied ? "check" : "copy"} onClick={() => void copy()}>
          {copied ? texts.copied : texts.copy}
        </Button>
        {"share" in navigator && (
          <Button icon="external" onClick={share}>
            {texts.share}
          </Button>
        )}
      </div>
      <span className="vh" role="status">
        {copied && texts.copied}
      </span>
      {address.length > maxQr ? <p className="mut">{texts.noCode}</p> : <QrCode text={address} title={texts.code} />}
    </div>
  );
}
