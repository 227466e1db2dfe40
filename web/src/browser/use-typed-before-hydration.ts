import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * useTypedBeforeHydration returns the ref for a controlled field of a page that
 * the server renders. React keeps what was entered before hydration in the DOM,
 * but fires no change event for it (facebook/react#33129); `take` is called with
 * that value.
 */
export function useTypedBeforeHydration<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  take: (typed: string) => void,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed !== undefined && typed !== value) take(typed);
    // oxlint-disable-next-line react/exhaustive-deps -- the values can differ only at hydration
  }, []);
  return field;
}
