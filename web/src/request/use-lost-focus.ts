import { type RefObject, useEffect, useRef } from "react";

/** Takes the focus when what had it has gone with what stood here before; who is elsewhere by now stays there. */
export function useLostFocus<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}
