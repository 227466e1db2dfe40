import { useRef, useState } from "react";
import { defineTexts } from "../i18n/texts";
import { Icon } from "../ui/icon";

const useSkuTexts = defineTexts({
  "de-DE": { copy: "Artikelnummer kopieren", copied: "Kopiert" },
  "en-US": { copy: "Copy part number", copied: "Copied" },
  "fr-FR": { copy: "Copier la référence", copied: "Copié" },
  "it-IT": { copy: "Copia il codice articolo", copied: "Copiato" },
});

/** Sku shows a part number that a click copies, or selects if the browser does not allow copying. */
export function Sku({ sku }: { sku: string }) {
  const texts = useSkuTexts();
  const [copied, setCopied] = useState("");
  const number = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sku); // undefined in a document without TLS
      setCopied(sku);
    } catch {
      setCopied("");
      if (number.current) window.getSelection()?.selectAllChildren(number.current);
    }
  };
  return (
    <>
      <button type="button" className="sku" aria-label={`${texts.copy}: ${sku}`} onClick={() => void copy()}>
        <span className="mono" ref={number}>
          {sku}
        </span>
        <Icon name={copied === sku ? "check" : "copy"} />
      </button>
      <span className="vh" role="status">
        {copied === sku ? texts.copied : ""}
      </span>
    </>
  );
}
