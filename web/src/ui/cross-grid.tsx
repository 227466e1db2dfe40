import { useEffect, useRef } from "react";
import { startCrossGrid } from "../lib/cross-grid";

/**
 * A field of small crosses that leans towards the pointer; the crosses inside
 * `digits` are solid. Sizes in px. Static below 1024 px and with reduced motion.
 */
export function CrossGrid({
  digits,
  size = 15,
  gap = 5,
  maxOffset = 18,
}: {
  digits?: string;
  size?: number;
  gap?: number;
  maxOffset?: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? startCrossGrid(canvas.current, { digits, size, gap, maxOffset }) : undefined),
    [digits, size, gap, maxOffset],
  );
  return <canvas ref={canvas} className="xg" aria-hidden="true" />;
}
