import { type KeyboardEvent, useRef, useState } from "react";
import { defineTexts } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Drawing } from "../ui/drawing";
import { Icon } from "../ui/icon";
import { EmptyPicture, Picture, type PictureFile } from "../ui/picture";

const useGalleryTexts = defineTexts({
  "de-DE": {
    gallery: "Bilder",
    picture: (n: number, of: number) => `Bild ${n} von ${of}`,
    enlarge: "Bild vergrößern",
    view: "Ansicht",
    section: "Halbschnitt",
  },
  "en-US": {
    gallery: "Pictures",
    picture: (n: number, of: number) => `Picture ${n} of ${of}`,
    enlarge: "Enlarge picture",
    view: "View",
    section: "Half section",
  },
  "fr-FR": {
    gallery: "Images",
    picture: (n: number, of: number) => `Image ${n} sur ${of}`,
    enlarge: "Agrandir l’image",
    view: "Vue",
    section: "Demi-coupe",
  },
  "it-IT": {
    gallery: "Immagini",
    picture: (n: number, of: number) => `Immagine ${n} di ${of}`,
    enlarge: "Ingrandire l’immagine",
    view: "Vista",
    section: "Semisezione",
  },
});

/** View is a view of the article: a picture or, without one, the half section of a union. */
interface View {
  name: string;
  picture?: PictureFile;
}

/**
 * Gallery shows a product's views in a row with scroll snapping: swiped, stepped
 * with the arrow keys or chosen from the thumbnails below, whose last cell names
 * the current view. `section` adds the half section as the second view.
 */
export function Gallery({ pictures, section }: { pictures: readonly PictureFile[]; section: boolean }) {
  const { language } = usePage();
  const texts = useGalleryTexts();
  const track = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const showModal = useOverlays((state) => state.showModal);
  const [first, ...others] = pictures.map((picture, index): View => {
    const alt = translation(picture, language)?.alt?.split(":")[0];
    return { name: (index > 0 && alt) || texts.view, picture };
  });
  const views = [...(first ? [first] : []), ...(section ? [{ name: texts.section }] : []), ...others];
  const shown = views[current] ?? views[0];
  const show = (index: number) => {
    const slides = track.current?.children;
    const [start, slide] = [slides?.[0], slides?.[Math.max(0, Math.min(index, views.length - 1))]];
    if (start instanceof HTMLElement && slide instanceof HTMLElement)
      track.current?.scrollTo({ left: slide.offsetLeft - start.offsetLeft });
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    show(current + (event.key === forward ? 1 : -1));
  };
  if (!shown)
    return (
      <div className="gal">
        <div className="stage stage--x">
          <EmptyPicture />
        </div>
      </div>
    );
  return (
    <div className="gal">
      <div className="gal-frame">
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a scrollable region must be reachable by keyboard */}
        <section
          ref={track}
          className="gal-track"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label={texts.gallery}
          onKeyDown={step}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth)))
          }
        >
          {views.map(({ name, picture }, index) => (
            <div className={picture ? "stage" : "stage stage--x gal-d"} key={picture?.id ?? "section"}>
              {picture ? (
                <Picture file={picture} slot="gallery" part eager={index === 0 ? "high" : false} />
              ) : (
                <Drawing name="straight-union-half-section" label={name} />
              )}
            </div>
          ))}
        </section>
        <button
          type="button"
          className="icon-btn gal-zoom"
          aria-haspopup="dialog"
          aria-label={texts.enlarge}
          onClick={() =>
            showModal(
              texts.picture(current + 1, views.length),
              shown.picture ? (
                <Picture file={shown.picture} slot="enlarged" className="gal-large" eager />
              ) : (
                <Drawing name="straight-union-half-section" className="gal-large" label={shown.name} />
              ),
            )
          }
        >
          <Icon name="plus" />
        </button>
      </div>
      {views.length > 1 && (
        <div className="thumbs">
          {views.map(({ name, picture }, index) => (
            <button
              key={picture?.id ?? "section"}
              type="button"
              aria-label={`${texts.picture(index + 1, views.length)}, ${name}`}
              aria-current={index === current ? "true" : undefined}
              onClick={() => show(index)}
            >
              {picture ? (
                <Picture file={picture} slot="thumb" part decorative />
              ) : (
                <Drawing name="straight-union-half-section" />
              )}
            </button>
          ))}
          <dl className="gal-cap">
            <dt>{texts.picture(current + 1, views.length)}</dt>
            <dd>{shown.name}</dd>
          </dl>
        </div>
      )}
    </div>
  );
}
