const paths = {
  plus: "M12 4v16M4 12h16",
  close: "M5 5l14 14M19 5L5 19",
  check: "M4 12.5l5.5 5.5L20 7",
  "arrow-right": "M4 12h15M13 6l6 6-6 6",
  "arrow-left": "M20 12H5M11 6l-6 6 6 6",
  "chevron-down": "M6 9.5l6 6 6-6",
  search: "M15.5 15.5L21 21M10.5 18a7.5 7.5 0 100-15 7.5 7.5 0 000 15z",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  cart: "M2 4h3l2.4 11.5h11L21 7H6M9 20.5a1 1 0 100-2 1 1 0 000 2zM17 20.5a1 1 0 100-2 1 1 0 000 2z",
  external: "M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9",
} as const;

/** Icons that point in reading direction and are mirrored in right-to-left languages. */
const directional: ReadonlySet<string> = new Set(["arrow-right", "arrow-left", "external"]);

export type IconName = keyof typeof paths;

/**
 * A static, decorative icon on a 24 px grid; the control that contains it has the
 * accessible name. `path`: the drawing of an icon that only one component has,
 * which is not part of the first scripts.
 */
export function Icon({ name, path }: { name: IconName; path?: undefined } | { name?: undefined; path: string }) {
  return (
    <svg className={name && directional.has(name) ? "ico ico--line" : "ico"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={name ? paths[name] : path} />
    </svg>
  );
}
