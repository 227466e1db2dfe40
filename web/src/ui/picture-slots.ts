const partWidths = [168, 336, 672, 1000];
const sceneWidths = [768, 1200, 1920];

/**
 * The places where pictures stand: the widths of file that are offered there,
 * and how wide the picture is drawn (the attribute `sizes`). Parts are square and
 * stand whole in their stage, so that the stage's shorter edge counts. The
 * server makes these widths (internal/asset) and rounds others up to them.
 */
export const pictureSlots = {
  card: { widths: partWidths, sizes: "(min-width: 768px) 336px, 72vw" },
  menu: { widths: partWidths, sizes: "212px" },
  grid: { widths: partWidths, sizes: "(min-width: 768px) 260px, 50vw" },
  list: { widths: partWidths, sizes: "84px" },
  cart: { widths: partWidths, sizes: "84px" },
  popular: { widths: partWidths, sizes: "112px" },
  "popular-lead": { widths: partWidths, sizes: "(min-width: 1024px) 38vw, 100vw" },
  "catalogue-row": { widths: partWidths, sizes: "(min-width: 1024px) 150px, 96px" },
  subcategory: { widths: partWidths, sizes: "84px" },
  bundle: { widths: partWidths, sizes: "(min-width: 1024px) 190px, 88px" },
  // On phones a tenth less than its width: 672 pixels are then enough for 412 × 1.75, at half the bytes of the next width.
  gallery: { widths: partWidths, sizes: "(min-width: 1024px) min(53vw, 712px), 92vw" },
  thumb: { widths: partWidths, sizes: "(min-width: 1024px) 120px, 18vw" },
  enlarged: { widths: [...partWidths, 1920], sizes: "100vw" },
  portrait: { widths: partWidths, sizes: "56px" },
  sign: { widths: partWidths, sizes: "168px" },
  scene: { widths: sceneWidths, sizes: "100vw" },
  // The band is higher than the picture at its width: what is cropped must be there too.
  numbers: { widths: sceneWidths, sizes: "(min-width: 768px) 70vw, 110vw" },
  "scene-half": { widths: sceneWidths, sizes: "(min-width: 768px) 46vw, 100vw" },
  "scene-column": { widths: sceneWidths, sizes: "(min-width: 1024px) 58vw, 100vw" },
  "scene-slide": { widths: sceneWidths, sizes: "(min-width: 762px) 640px, 84vw" },
} as const satisfies Record<string, { widths: readonly number[]; sizes: string }>;

export type PictureSlot = keyof typeof pictureSlots;

/** What an `img` needs to choose its file; without `srcSet` there is one file only. */
export interface PictureSources {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/** The media types of which the server makes other widths; others, drawings and films among them, stay as they are. */
const scaled: ReadonlySet<string> = new Set(["image/webp", "image/jpeg", "image/png"]);

/**
 * The addresses of a file, `url`, for a place. Nothing is enlarged: of the
 * widths above the file's own, if that is known, the first stands for the file.
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
  // The second is wide enough for most screens, where nothing chooses from the set.
  return {
    src: (variants[1] ?? variants[0])?.url ?? url,
    srcSet: variants.map((variant) => `${variant.url} ${variant.width}w`).join(", "),
    sizes,
  };
}
