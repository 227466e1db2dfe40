import { useEffect, useId, useRef, useState } from "react";
import { readQuantity } from "../i18n/read-quantity";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "./icon";
import { QuantityError } from "./quantity-error";
import "./add.css";
import "./add-field.css";

const useAddTexts = defineTexts({
  "de-DE": { quantity: "Menge", add: "Anfragen" },
  "en-US": { quantity: "Quantity", add: "Add" },
  "fr-FR": { quantity: "Quantité", add: "Ajouter" },
  "it-IT": { quantity: "Quantità", add: "Aggiungere" },
});

/** How long the button confirms an addition, in ms. */
const confirmationTime = 1600;

/**
 * AddField is a quantity with a button that adds it to the cart. `label` shows a
 * text on the button. The field is read from the document, because a click
 * before hydration is replayed before React knows what was typed.
 */
export function AddField({
  name,
  initial = 1,
  label,
  onAdd,
}: {
  /** What is added, for the controls' names. */
  name: string;
  initial?: number;
  label?: string;
  onAdd: (quantity: number, added: () => void) => void;
}) {
  const texts = useAddTexts();
  const { language } = usePage();
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [invalid, setInvalid] = useState(false);
  const [additions, setAdditions] = useState(0);
  useEffect(() => {
    if (additions === 0) return undefined;
    const timer = setTimeout(() => setAdditions(0), confirmationTime);
    return () => clearTimeout(timer);
  }, [additions]);
  const put = () => {
    const quantity = readQuantity(field.current?.value ?? "", language) || null;
    setInvalid(quantity === null);
    if (quantity === null) field.current?.focus();
    else onAdd(quantity, () => setAdditions((count) => count + 1));
  };
  return (
    <>
      <span className={`add-field${label ? " add-field--l" : ""}${additions > 0 ? " is-in" : ""}`}>
        <input
          // A typed quantity stays; a quantity of a new search replaces it.
          key={initial}
          ref={field}
          defaultValue={String(initial)}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={20}
          aria-label={`${texts.quantity}: ${name}`}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? errorId : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onInput={() => setInvalid(false)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            put();
          }}
        />
        <button type="button" aria-label={`${texts.add}: ${name}`} onClick={put}>
          {label}
          <Icon name={additions > 0 ? "check" : "plus"} />
        </button>
      </span>
      {invalid && <QuantityError id={errorId} min={1} />}
    </>
  );
}
