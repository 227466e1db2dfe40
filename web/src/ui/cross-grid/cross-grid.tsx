import { useEffect, useRef } from "react";
import { useContentLoaded } from "../../browser/content-loaded";
import { useViewport } from "../../browser/viewport";
import "./cross-grid.css";
import "./tile.css";

/**
 * A grid of small crosses that are attracted by the pointer; the crosses inside
 * `digits` are bold. On phones and tablets it is a static tile without a canvas.
 * It starts when the preloader has ended, which covers it until then.
 */
export function CrossGrid({ digits }: { digits?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loaded = useContentLoaded((state) => state.loaded);
  const live = useViewport(({ breakpoint }) => breakpoint !== "mobile" && breakpoint !== "tablet");
  useEffect(() => {
    const element = canvas.current;
    // The static tile equals the grid at rest. The third condition keeps the module out of the server's bundle.
    if (!loaded || !(digits || live) || import.meta.env.SSR || !element) return undefined;
    let stop: (() => void) | undefined;
    let ended = false;
    import("./start-cross-grid").then(
      ({ startCrossGrid }) => {
        if (!ended) stop = startCrossGrid(element, { digits, live });
      },
      // If it cannot be loaded, the static tile stays.
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
