import type { ReactNode } from "react";
import { usePlace } from "../router/place";
import { useFirstFrame } from "./use-first-frame";

/**
 * What lies below the window when a page is shown from its top. Of a page that a
 * link leads to it is left out of the first frame: of a product's 1,200 elements
 * that is nine in ten. A window's height stands in for it, so that nothing in
 * view moves when it comes.
 */
export function Below({ children }: { children: ReactNode }) {
  const place = usePlace();
  const shown = useFirstFrame(place?.by !== "link" || place.hash !== "" || place.keepScroll);
  return shown ? children : <div className="below" />;
}
