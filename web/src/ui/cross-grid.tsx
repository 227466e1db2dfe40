import { useEffect, useRef } from "react";
import { useContentLoaded } from "../lib/content-loaded";
import { startCrossGrid } from "../lib/cross-grid";
import { useViewport } from "../lib/viewport";

/**
 * A field of small crosses that leans towards the pointer; the crosses inside
 * `digits` are solid. Static on phones and tablets. It starts when the content
 * counts as loaded: until then the preloader covers it, and the start of the
 * page has better things to do.
 */
export function CrossGrid({ digits }: { digits?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loaded = useContentLoaded((state) => state.loaded);
  const live = useViewport(({ breakpoint }) => breakpoint !== "mobile" && breakpoint !== "tablet");
  useEffect(
    () => (loaded && canvas.current ? startCrossGrid(canvas.current, { digits, live }) : undefined),
    [loaded, digits, live],
  );
  return (
    <div className="xg" aria-hidden="true">
      {!digits && <div className="xg-tile" />}
      <canvas ref={canvas} />
    </div>
  );
}
