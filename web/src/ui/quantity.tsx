import { useState } from "react";
import { defineTexts } from "../lib/texts";
import { Icon } from "./icon";

const useQuantityTexts = defineTexts({
  "de-DE": { quantity: "Menge", less: "Weniger", more: "Mehr" },
  "en-US": { quantity: "Quantity", less: "Decrease", more: "Increase" },
  "fr-FR": { quantity: "Quantité", less: "Diminuer", more: "Augmenter" },
  "it-IT": { quantity: "Quantità", less: "Diminuisci", more: "Aumenta" },
});

/** The largest quantity of one line. */
const maxQuantity = 999_999;

/** A whole number from `min` up, by steps or by typing; what is typed counts when the field is left or Enter is pressed. */
export function Quantity({
  value,
  min = 1,
  label,
  onChange,
}: {
  value: number;
  min?: number;
  label?: string;
  onChange: (value: number) => void;
}) {
  const texts = useQuantityTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const typed = draft === null ? Number.NaN : Number.parseInt(draft, 10);
    setDraft(null);
    if (!Number.isNaN(typed)) onChange(Math.min(maxQuantity, Math.max(min, typed)));
  };
  return (
    <div className="qty">
      <button type="button" aria-label={texts.less} onClick={() => onChange(Math.max(min, value - 1))}>
        <Icon name="minus" />
      </button>
      <input
        aria-label={label ?? texts.quantity}
        inputMode="numeric"
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ""))}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            commit();
          }
        }}
      />
      <button type="button" aria-label={texts.more} onClick={() => onChange(Math.min(maxQuantity, value + 1))}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
