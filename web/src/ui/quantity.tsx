import { type KeyboardEvent, useId, useState } from "react";
import { useTypedBeforeHydration } from "../browser/use-typed-before-hydration";
import { maxQuantity } from "../domain/cart-item";
import { readQuantity } from "../i18n/read-quantity";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "./icon";
import { QuantityError } from "./quantity-error";
import "./quantity.css";

const useQuantityTexts = defineTexts({
  "de-DE": { quantity: "Menge", less: "Weniger", more: "Mehr" },
  "en-US": { quantity: "Quantity", less: "Decrease", more: "Increase" },
  "fr-FR": { quantity: "Quantité", less: "Diminuer", more: "Augmenter" },
  "it-IT": { quantity: "Quantità", less: "Diminuisci", more: "Aumenta" },
});

/** The step of each key. */
const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/**
 * A field for a whole number of at least `min`, with step buttons and arrow keys.
 * Typed text is committed on blur or Enter, with `live` on each input event as
 * well. Text that is no quantity stays in the field, never reaches `onChange`, and
 * is reported below the field after blur (WCAG 3.3.1).
 */
export function Quantity({
  value,
  min = 1,
  live = false,
  label,
  onChange,
}: {
  value: number;
  min?: 0 | 1;
  live?: boolean;
  label?: string;
  onChange: (value: number) => void;
}) {
  const texts = useQuantityTexts();
  const { language } = usePage();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const read = (text: string) => {
    const quantity = readQuantity(text, language);
    return quantity !== null && quantity >= min ? quantity : null;
  };
  const typed = draft === null ? null : read(draft);
  const invalid = draft !== null && typed === null;
  const set = (next: number) => {
    setDraft(null);
    setLeft(false);
    const quantity = Math.min(maxQuantity, Math.max(min, next));
    if (quantity !== value) onChange(quantity);
  };
  const write = (text: string) => {
    setDraft(text);
    const quantity = read(text);
    if (live && quantity !== null) onChange(quantity);
  };
  const field = useTypedBeforeHydration<HTMLInputElement>(String(value), (text) => {
    write(text);
    setLeft(document.activeElement !== field.current);
  });
  const leave = () => {
    if (invalid) setLeft(true);
    else set(typed ?? value);
  };
  // A step down from more than one stops at one; only a further step from one reaches 0, which removes the line.
  const step = (by: number) => {
    // Reads the DOM as quantityIn does: a queued click may be replayed before typed text is rendered.
    const from = read(field.current?.value ?? "") ?? value;
    set(from > 1 ? Math.max(1, from + by) : from + by);
  };
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (by === undefined) leave();
    else step(by);
  };
  const showsError = invalid && left;
  // In a list the buttons of different lines have different names.
  const named = (action: string) => (label ? `${action}: ${label}` : action);
  return (
    <>
      <div className={showsError ? "qty is-err" : "qty"}>
        <button type="button" aria-label={named(texts.less)} onClick={() => step(-1)}>
          <Icon path="M4 12h16" />
        </button>
        <input
          ref={field}
          role="spinbutton"
          aria-label={label ?? texts.quantity}
          aria-valuenow={typed ?? value}
          aria-valuetext={invalid ? draft : undefined}
          aria-valuemin={min}
          aria-valuemax={maxQuantity}
          aria-invalid={showsError || undefined}
          aria-describedby={showsError ? id : undefined}
          data-invalid={invalid ? "" : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={draft ?? String(value)}
          onChange={(event) => write(event.target.value)}
          onBlur={leave}
          onKeyDown={press}
        />
        <button type="button" aria-label={named(texts.more)} onClick={() => step(1)}>
          <Icon name="plus" />
        </button>
      </div>
      {showsError && <QuantityError id={id} min={min} />}
    </>
  );
}
