import { useState } from "react";
import { defineTexts } from "../i18n/texts";
import { Icon } from "../ui/icon";

const useSkuTexts = defineTexts({
  "de-DE": { copy: "Artikelnummer kopieren", copied: "Kopiert" },
  "en-US": { copy: "Copy part number", copied: "Copied" },
  "fr-FR": { copy: "Copier la référence", copied: "Copié" },
  "it-IT": { copy: "Copia il codice articolo", copied: "Copiato" },
});

/** Sku shows a part number that a click copies. */
export function Sku({ sku }: { sku: string }) {
  const texts = useSkuTexts();
  const [copied, setCopied] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(sku).then(
      () => setCopied(sku),
      () => setCopied(""), // copying is not allowed: the text can still be selected
    );
  };
  return (
    <>
      <button type="button" className="sku" aria-label={`${texts.copy}: ${sku}`} onClick={copy}>
        <span className="mono">{sku}</span>
        <Icon name={copied === sku ? "check" : "copy"} />
      </button>
      <span className="vh" role="status">
        {copied === sku ? texts.copied : ""}
      </span>
    </>
  );
}
