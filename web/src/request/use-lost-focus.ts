import { type RefObject, useEffect, useRef } from "react";

/** useLostFocus returns a ref whose element takes the focus on mount if the focused element was removed. A focus elsewhere is kept. */
export function useLostFocus<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}
