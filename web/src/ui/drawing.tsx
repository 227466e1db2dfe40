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
