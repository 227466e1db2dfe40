import { type ReactNode, useEffect, useState } from "react";
import { usePage } from "../router/page-context";
import type { SearchCart } from "./cart";
import { lazyFinder, start } from "./entry";

/** SearchOverlayBody shows the search with its close button; the overlay opens after the code has loaded. */
export function SearchOverlayBody(props: { close: ReactNode; cart: SearchCart; paste: ReactNode }) {
  const { search } = usePage();
  const [initial] = useState(() => start.text || (search.q ?? ""));
  useEffect(() => {
    start.text = "";
  }, []);
  const module = lazyFinder.get();
  return module ? <module.Finder initial={initial} {...props} /> : null;
}
