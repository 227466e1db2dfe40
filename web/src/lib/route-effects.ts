import { useEffect, useRef } from "react";
import type { PageContext } from "./page-context";

/**
 * After a change of page: the title, and the scroll position (the target of the
 * fragment, otherwise the top). The first page is left as the server and the
 * browser made it.
 */
export function useRouteEffects(page: PageContext, title: () => string): void {
  const first = useRef(true);
  const { path } = page;
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    document.title = title();
    const target = window.location.hash
      ? document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
      : null;
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
    // oxlint-disable-next-line react/exhaustive-deps -- the title belongs to the path
  }, [path]);
}
