import { Fragment, useRef, useState } from "react";
import { defineTexts } from "../i18n/texts";
import { Icon } from "../ui/icon";
import { segmentsOf } from "./number-segments";
import "./sku.css";

const useSkuTexts = defineTexts({
  "de-DE": { copy: "Artikelnummer kopieren", copied: "Kopiert" },
  "en-US": { copy: "Copy part number", copied: "Copied" },
  "fr-FR": { copy: "Copier la référence", copied: "Copié" },
  "it-IT": { copy: "Copia il codice articolo", copied: "Copiato" },
});

/**
 * Sku shows a part number that a click copies, or selects if the browser does not
 * allow copying. The segments that differ within `family` are marked.
 */
export function Sku({ sku, family }: { sku: string; family: readonly string[] }) {
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
          {segmentsOf(sku, family).map(({ text, varies }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a segment is identified by its place
            <Fragment key={at}>
              {at > 0 && "-"}
              {varies ? <b>{text}</b> : text}
            </Fragment>
          ))}
        </span>
        <Icon name={copied === sku ? "check" : "copy"} />
      </button>
      <span className="vh" role="status">
        {copied === sku ? texts.copied : ""}
      </span>
    </>
  );
}
