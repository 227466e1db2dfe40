const partWidths = [168, 336, 672, 1000];
const sceneWidths = [768, 1200, 1920];

/**
 * The layout positions of pictures: the file widths offered in `srcset` and the
 * value of `sizes`. Pictures of parts are square and uncropped, so that the
 * stage's shorter edge counts. The server generates these widths
 * (internal/asset) and rounds others up to them.
 */
export const pictureSlots = {
  card: { widths: partWidths, sizes: "(min-width: 768px) 336px, 72vw" },
  menu: { widths: partWidths, sizes: "212px" },
  grid: { widths: partWidths, sizes: "(min-width: 768px) 260px, 50vw" },
  list: { widths: partWidths, sizes: "56px" },
  cart: { widths: partWidths, sizes: "84px" },
  popular: { widths: partWidths, sizes: "112px" },
  "popular-lead": { widths: partWidths, sizes: "(min-width: 1024px) 38vw, 100vw" },
  "catalogue-row": { widths: partWidths, sizes: "(min-width: 1024px) 150px, 96px" },
  subcategory: { widths: partWidths, sizes: "48px" },
  connection: { widths: partWidths, sizes: "(min-width: 1024px) 150px, 88px" },
  bundle: { widths: partWidths, sizes: "(min-width: 1024px) 190px, 88px" },
  // 92vw, less than the drawn width: 672 px then suffice for 412 px × 1.75, at half the bytes of the next width.
  gallery: { widths: partWidths, sizes: "(min-width: 1024px) min(53vw, 712px), 92vw" },
  // Beside the drawing.
  view: {
    widths: partWidths,
    sizes: "(min-width: 1600px) 28vw, (min-width: 1366px) 356px, (min-width: 1024px) 300px, 46vw",
  },
  thumb: { widths: partWidths, sizes: "56px" },
  enlarged: { widths: [...partWidths, 1920], sizes: "100vw" },
  portrait: { widths: partWidths, sizes: "56px" },
  sign: { widths: partWidths, sizes: "168px" },
  scene: { widths: sceneWidths, sizes: "100vw" },
  // The picture is cropped at its sides: it is drawn wider than the visible band.
  numbers: { widths: sceneWidths, sizes: "(min-width: 768px) 70vw, 110vw" },
  "scene-half": { widths: sceneWidths, sizes: "(min-width: 768px) 46vw, 100vw" },
  "scene-column": { widths: sceneWidths, sizes: "(min-width: 1024px) 58vw, 100vw" },
  "scene-slide": { widths: sceneWidths, sizes: "(min-width: 762px) 640px, 84vw" },
} as const satisfies Record<string, { widths: readonly number[]; sizes: string }>;

export type PictureSlot = keyof typeof pictureSlots;

/** The attributes of an `img` for choosing its file; without `srcSet` there is only one file. */
export interface PictureSources {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/** The media types that the server scales; all others, such as drawings and films, are served unchanged. */
const scaled: ReadonlySet<string> = new Set(["image/webp", "image/jpeg", "image/png"]);

/**
 * Returns the sources of the file at `url` for a slot. Files are not enlarged: the
 * smallest offered width above the file's own serves the file in its own width.
 */
export function pictureSources(
  url: string,
  file: { type?: string | null; width?: number | null },
  slot: PictureSlot,
): PictureSources {
  if (!url.startsWith("/assets/") || (file.type && !scaled.has(file.type))) return { src: url };
  const { widths, sizes } = pictureSlots[slot];
  const own = file.width ?? Number.POSITIVE_INFINITY;
  const last = widths.findIndex((width) => width >= own);
  const offered = last < 0 ? widths : widths.slice(0, last + 1);
  const variants = offered.map((width) => ({ url: `${url}?width=${width}`, width: Math.min(width, own) }));
  // Clients that ignore srcset get the second width, which suffices for most screens.
  return {
    src: (variants[1] ?? variants[0])?.url ?? url,
    srcSet: variants.map((variant) => `${variant.url} ${variant.width}w`).join(", "),
    sizes,
  };
}
