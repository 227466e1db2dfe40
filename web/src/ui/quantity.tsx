import { type KeyboardEvent, useState } from "react";
import { maxQuantity } from "../lib/cart-item";
import { usePage } from "../lib/page-context";
import { readQuantity } from "../lib/quantity";
import { defineTexts } from "../lib/texts";
import { Icon } from "./icon";

const useQuantityTexts = defineTexts({
  "de-DE": { quantity: "Menge", less: "Weniger", more: "Mehr" },
  "en-US": { quantity: "Quantity", less: "Decrease", more: "Increase" },
  "fr-FR": { quantity: "Quantité", less: "Diminuer", more: "Augmenter" },
  "it-IT": { quantity: "Quantità", less: "Diminuisci", more: "Aumenta" },
});

/** How far a key steps. */
const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/**
 * A whole number from `min` up, by steps, by keys or by typing; what is typed
 * counts when the field is left or Enter is pressed, and what is no number is
 * taken back.
 */
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
  const { language } = usePage();
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? null : readQuantity(draft, language);
  const set = (next: number) => {
    setDraft(null);
    const quantity = Math.min(maxQuantity, Math.max(min, next));
    if (quantity !== value) onChange(quantity);
  };
  // From more than one, a step ends at one: only the step from there removes what is counted.
  const step = (by: number) => {
    const from = typed ?? value;
    set(from > 1 ? Math.max(1, from + by) : from + by);
  };
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (by === undefined) set(typed ?? value);
    else step(by);
  };
  return (
    <div className="qty">
      <button type="button" aria-label={texts.less} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <input
        role="spinbutton"
        aria-label={label ?? texts.quantity}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={maxQuantity}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => set(typed ?? value)}
        onKeyDown={press}
      />
      <button type="button" aria-label={texts.more} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
