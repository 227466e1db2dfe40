import type { Products, Variations } from "../content/model.gen";
import { languageOf, type TranslationRow, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { type PictureSlot, pictureSources } from "./picture-slots";
import "./picture.css";
import "./cross-grid/tile.css";

/** The fields of a file that a picture needs. */
export interface PictureFile {
  id: string;
  type?: string | null;
  width?: number | null;
  height?: number | null;
  optical_scale?: number | null;
  translations?: readonly (TranslationRow & { alt?: string | null })[];
}

/** Returns the address of a file (specification, point 7). */
export function fileUrl(id: string): string {
  return `/assets/${id}`;
}

/** Returns the address of a film's poster; films are at most 770 px wide. */
export function posterUrl(id: string): string {
  return `${fileUrl(id)}?width=1000`;
}

/** Returns the file of a relation; undefined if the relation is empty or contains only the key. */
export function pictureOf(file: unknown): PictureFile | undefined {
  return typeof file === "object" && file !== null && "id" in file ? (file as PictureFile) : undefined;
}

/** Returns the picture of an article in lists: the variation's, else the product's in the language, else the product's. */
export function articlePicture(
  product: Products,
  variation: Variations | null | undefined,
  language: string,
): PictureFile | undefined {
  return (
    pictureOf(variation?.thumbnail) ??
    pictureOf(translation(product, language)?.thumbnail) ??
    pictureOf(product.thumbnail)
  );
}

/** Returns the class of a picture's optical scale, in steps of 0.02 between 0.6 and 1.6. */
function opticalClass(scale: number | null | undefined): string {
  const hundredths = Math.min(160, Math.max(60, Math.round((scale ?? 1) * 50) * 2));
  return `f-${hundredths}`;
}

/**
 * A picture from the content system. `slot`: its layout position, which decides
 * the offered widths. `part`: a rendered part, drawn at its optical scale.
 * `decorative`: it is shown beside the name of its subject. `eager`: it is in the
 * first view; "high": it is the largest element there.
 */
export function Picture({
  file,
  part = false,
  slot = part ? "card" : "scene",
  decorative = false,
  eager = false,
  className = "",
}: {
  file: PictureFile;
  part?: boolean;
  slot?: PictureSlot;
  decorative?: boolean;
  eager?: boolean | "high";
  className?: string;
}) {
  const { language } = usePage();
  const text = decorative ? undefined : translation(file, language);
  return (
    <img
      className={part ? `r ${opticalClass(file.optical_scale)} ${className}`.trim() : className || undefined}
      {...pictureSources(fileUrl(file.id), file, slot)}
      width={file.width ?? 1000}
      height={file.height ?? 1000}
      alt={text?.alt ?? ""}
      lang={languageOf(text, language)}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      {...(eager === "high" ? { fetchPriority: "high" as const } : {})}
    />
  );
}

/** The placeholder of a missing picture: the logo mark on the cross tile. */
export function EmptyPicture() {
  return (
    <svg className="mut3" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M0 12.4V10.6L21.5 1.5H26L32 8V12.4Z" fill="currentColor" />
      <path d="M0 19.6V21.4L21.5 30.5H26L32 24V19.6Z" fill="currentColor" />
    </svg>
  );
}

/** The background of a part's picture, with the picture or its placeholder. */
export function PartStage({
  file,
  slot = "card",
  eager = false,
  className = "",
}: {
  file: unknown;
  slot?: PictureSlot;
  eager?: boolean | "high";
  className?: string;
}) {
  const picture = pictureOf(file);
  return (
    <div className={`stage ${picture ? "" : "stage--x"} ${className}`.replace(/\s+/g, " ").trim()}>
      {picture ? <Picture file={picture} slot={slot} part decorative eager={eager} /> : <EmptyPicture />}
    </div>
  );
}
