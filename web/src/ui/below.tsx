import { type ReactNode, startTransition, useEffect, useState } from "react";
import { usePlace } from "../lib/navigation";

/**
 * What lies below the window when a page is shown from its top. Of a page that a
 * link leads to it is left out of the first frame: of a product's 1,200 elements
 * that is nine in ten. A window's height stands in for it, so that nothing in
 * view moves when it comes.
 */
export function Below({ children }: { children: ReactNode }) {
  const place = usePlace();
  const [shown, setShown] = useState(place?.by !== "link" || place.hash !== "" || place.keepScroll);
  useEffect(() => {
    if (shown) return undefined;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setShown(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [shown]);
  return shown ? children : <div className="below" />;
}
