// Technical drawings are files under /static, one per colour mode. Their labels
// are markup of the page, so that they use its font and colours.

/** The drawings under web/public/drawings, with width and height in drawing units. */
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
 * A drawing in both colour modes; the hidden one is not fetched. Without `label`
 * it is decorative.
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

/** The outline of a union along the bottom of the call to action, coloured by CSS. */
export function UnionOutline() {
  return (
    <img className="cta-dwg" src="/static/drawings/union-outline.svg" width={1440} height={384} alt="" loading="lazy" />
  );
}

/** Dimension lines and the standard's letters on the drawing of a straight union in half section. */
const dimensions =
  '<defs><marker id="ar" viewBox="-10 -3 10 6" refX="0" markerWidth="1.5" markerHeight=".9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L-10-2.2V2.2Z" fill="var(--dwg-line)"/></marker></defs>' +
  '<path class="dim" d="M-28.6-13.5V-22M28.6-13.5V-22M-4-12V-17M4-12V-17M0 13.2V17.6H4M18 14.4V17.6H22M-42.2-6H-44M-42.2 6H-44"/>' +
  '<path class="dim" d="M-28.6-20.6H28.6" marker-start="url(#ar)" marker-end="url(#ar)"/><path class="dim" d="M-43.4-6V6" marker-start="url(#ar)" marker-end="url(#ar)"/>' +
  '<path class="dim" d="M-8-15.6H-4" marker-end="url(#ar)"/><path class="dim" d="M8-15.6H4" marker-end="url(#ar)"/>' +
  '<g class="dimt" font-size="1.5"><text y="-21.4" text-anchor="middle">L1</text><text y="-16.4" text-anchor="middle">L2</text>' +
  '<text x="4.8" y="18.1">S1</text><text x="22.8" y="18.1">S2</text><text x="-38.9" y="-1">d1</text></g>';

export function DimensionDrawing({ label }: { label: string }) {
  return (
    <>
      <Drawing name="straight-union-half-section" />
      <svg viewBox="-46 -24 92 48" role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: dimensions }} />
    </>
  );
}
