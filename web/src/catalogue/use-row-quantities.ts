import { type FormEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { readQuantity } from "../i18n/read-quantity";
import { usePage } from "../router/page-context";
import type { Row } from "./variation-rows";

/**
 * useRowQuantities reads the quantity fields of a table's rows, one per row.
 * The rows are HTML that React does not manage (row-html.ts), so the hook stores
 * typed quantities and restores them when a row is written again: in other
 * units, or after a filter.
 */
export function useRowQuantities(body: RefObject<HTMLTableSectionElement | null>, rows: readonly Row[]) {
  const { language } = usePage();
  const errorId = useId();
  const typed = useRef(new Map<number, string>());
  /** The id of the variation whose quantity was last found invalid. */
  const [refused, setRefused] = useState<number>();

  const fields = () => [...(body.current?.querySelectorAll("input") ?? [])];
  const rowOf = (target: EventTarget): Row | undefined => {
    const field = (target as Element).closest("tr")?.querySelector("input");
    return field ? rows[fields().indexOf(field)] : undefined;
  };
  const quantityIn = (field: HTMLInputElement | undefined) => readQuantity(field?.value ?? "", language) || null;

  useLayoutEffect(() => {
    for (const [at, field] of fields().entries()) {
      const id = rows[at]?.variation.id;
      if (id === undefined) continue;
      const text = typed.current.get(id);
      if (text !== undefined && field.value !== text) field.value = text;
      // Typed before hydration.
      if (text === undefined && field.value !== field.defaultValue) typed.current.set(id, field.value);
      if (id === refused) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", errorId);
      } else if (field.hasAttribute("aria-invalid")) {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
      }
    }
  });

  return {
    errorId,
    refused,
    rowOf,
    /** Stores a typed quantity; the handler of every input event. */
    keep: ({ target }: FormEvent) => {
      const id = rowOf(target)?.variation.id;
      if (id === undefined || !(target instanceof HTMLInputElement)) return;
      typed.current.set(id, target.value);
      if (id === refused && quantityIn(target) !== null) setRefused(undefined);
    },
    /** Returns a row's quantity; if the text is invalid, focuses its field and returns null. */
    read: (row: Row): number | null => {
      const field = fields()[rows.indexOf(row)];
      const quantity = quantityIn(field);
      flushSync(() => setRefused(quantity === null ? row.variation.id : undefined));
      if (quantity === null) field?.focus();
      return quantity;
    },
  };
}
