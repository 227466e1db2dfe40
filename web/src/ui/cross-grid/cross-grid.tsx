import { useEffect, useRef } from "react";
import { useContentLoaded } from "../../browser/content-loaded";
import { useViewport } from "../../browser/viewport";

/**
 * A field of small crosses that leans towards the pointer; the crosses inside
 * `digits` are solid. Static on phones and tablets, which do without the canvas.
 * It starts when the content counts as loaded: until then the preloader covers
 * it, and the start of the page has better things to do.
 */
export function CrossGrid({ digits }: { digits?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loaded = useContentLoaded((state) => state.loaded);
  const live = useViewport(({ breakpoint }) => breakpoint !== "mobile" && breakpoint !== "tablet");
  useEffect(() => {
    const element = canvas.current;
    // At rest the tile looks the same. The third condition keeps the drawing out of the server's bundle.
    if (!loaded || !(digits || live) || import.meta.env.SSR || !element) return undefined;
    let stop: (() => void) | undefined;
    let ended = false;
    import("./start-cross-grid").then(
      ({ startCrossGrid }) => {
        if (!ended) stop = startCrossGrid(element, { digits, live });
      },
      // Without it the tile stays.
      () => undefined,
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [loaded, digits, live]);
  return (
    <div className="xg" aria-hidden="true">
      {!digits && <div className="xg-tile" />}
      <canvas ref={canvas} />
    </div>
  );
}
