import { type ReactNode, useEffect, useState } from "react";
import { usePage } from "../router/page-context";
import type { SearchCart } from "./cart";
import { lazyFinder } from "./entry";

/** The text that the overlay shows when it opens next. */
let startText = "";

/** startWith sets the text that the overlay shows when it opens next. */
export function startWith(text: string): void {
  startText = text;
}

/** SearchOverlayBody shows the search with its close button; the overlay opens after the code has loaded. */
export function SearchOverlayBody(props: { close: ReactNode; cart: SearchCart; paste: ReactNode }) {
  const { search } = usePage();
  const [initial] = useState(() => startText || (search.q ?? ""));
  useEffect(() => startWith(""), []);
  const module = lazyFinder.get();
  return module ? <module.Finder initial={initial} {...props} /> : null;
}
