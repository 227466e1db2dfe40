import { measuredUnion } from "./union-drawing";

// Technical drawings. Those that stand for themselves are files under /static,
// one per colour mode; those with letters on them are part of the page, so that
// the letters are text in the page's font and colours.

/** The drawings under web/public/drawings, with their sizes in drawing units. */
const sizes = {
  "ball-valve": [92, 66],
  "blind-flange": [84, 84],
  "check-valve": [92, 48],
  "clamp-union": [84, 60],
  "elbow-90": [80, 68],
  ferrule: [36, 32],
  gauge: [76, 80],
  "hose-connector": [92, 48],
  "male-stud": [84, 48],
  "needle-valve": [92, 76],
  nut: [52, 44],
  reducer: [84, 48],
  "straight-union": [92, 48],
  "straight-union-half-section": [92, 48],
  tee: [92, 64],
  tubes: [92, 64],
  "weld-neck-flange-front": [84, 84],
  "weld-neck-flange-side": [72, 84],
} as const;

export type DrawingName = keyof typeof sizes;

/**
 * A drawing for both colour modes; the one that does not show is not fetched.
 * Without `label` it is decoration beside the name it shows.
 */
export function Drawing({
  name,
  className = "",
  label = "",
}: {
  name: DrawingName;
  className?: string | undefined;
  label?: string | undefined;
}) {
  const [width, height] = sizes[name];
  return (["light", "dark"] as const).map((mode) => (
    <img
      key={mode}
      className={`on-${mode} ${className}`.trim()}
      src={`/static/drawings/${name}-${mode}.svg`}
      width={width * 10}
      height={height * 10}
      alt={label}
      loading="lazy"
      decoding="async"
    />
  ));
}

/** The outline of a union across the foot of the call to action, in the section's colour by its rules. */
export function UnionOutline() {
  return (
    <img className="cta-dwg" src="/static/drawings/union-outline.svg" width={1440} height={384} alt="" loading="lazy" />
  );
}

/** A straight union in half section with the letters of the standard: L1, L2, S1, S2, d1. */
export function DimensionDrawing({ label }: { label: string }) {
  return (
    <svg viewBox="-44 -25 88 48" role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: measuredUnion }} />
  );
}
