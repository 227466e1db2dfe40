import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { defineTexts } from "../i18n/texts";
import { translation } from "../i18n/translation";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { EmptyPicture, Picture, type PictureFile } from "../ui/picture";
import { Drawn, type LivingView } from "./living-drawing";

const useGalleryTexts = defineTexts({
  "de-DE": {
    gallery: "Bilder",
    picture: (n: number, of: number) => `Bild ${n} von ${of}`,
    enlarge: "Bild vergrößern",
    view: "Ansicht",
    drawing: "Zeichnung",
    enlargeDrawing: "Zeichnung vergrößern",
  },
  "en-US": {
    gallery: "Pictures",
    picture: (n: number, of: number) => `Picture ${n} of ${of}`,
    enlarge: "Enlarge picture",
    view: "View",
    drawing: "Drawing",
    enlargeDrawing: "Enlarge drawing",
  },
  "fr-FR": {
    gallery: "Images",
    picture: (n: number, of: number) => `Image ${n} sur ${of}`,
    enlarge: "Agrandir l’image",
    view: "Vue",
    drawing: "Dessin",
    enlargeDrawing: "Agrandir le dessin",
  },
  "it-IT": {
    gallery: "Immagini",
    picture: (n: number, of: number) => `Immagine ${n} di ${of}`,
    enlarge: "Ingrandire l’immagine",
    view: "Vista",
    drawing: "Disegno",
    enlargeDrawing: "Ingrandire il disegno",
  },
});

/** A magnifier: "+" means adding to the cart. */
const magnifier = "M15.5 15.5L21 21M10.5 18a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10.5 7.5v6M7.5 10.5h6";

/**
 * Gallery shows a product's pictures in a row with scroll snapping: swiped, stepped
 * with the arrow keys or chosen from the thumbnails below. `drawing` stands beside
 * the pictures; without pictures it stands alone. `tags` lie over the first corner.
 */
export function Gallery({
  pictures,
  drawing,
  tags,
}: {
  pictures: readonly PictureFile[];
  drawing: LivingView | undefined;
  tags: ReactNode;
}) {
  const { language } = usePage();
  const texts = useGalleryTexts();
  const track = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const showModal = useOverlays((state) => state.showModal);
  const names = pictures.map((picture, index) => {
    const alt = translation(picture, language)?.alt?.split(":")[0];
    return (index > 0 && alt) || texts.view;
  });
  const shown = pictures[current] ?? pictures[0];
  const show = (index: number) => {
    const slides = track.current?.children;
    const [start, slide] = [slides?.[0], slides?.[Math.max(0, Math.min(index, pictures.length - 1))]];
    if (start instanceof HTMLElement && slide instanceof HTMLElement)
      track.current?.scrollTo({ left: slide.offsetLeft - start.offsetLeft });
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    show(current + (event.key === forward ? 1 : -1));
  };
  return (
    <div className="gal">
      <div className={drawing && shown ? "gal-views gal-views--2" : "gal-views"}>
        {shown && (
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
              {pictures.map((picture, index) => (
                <div className="stage" key={picture.id}>
                  <Picture
                    file={picture}
                    slot={drawing ? "view" : "gallery"}
                    part
                    eager={index === 0 ? "high" : false}
                  />
                </div>
              ))}
            </section>
            <p className="gal-cap">{names[current] ?? names[0]}</p>
            <button
              type="button"
              className="icon-btn gal-zoom"
              aria-haspopup="dialog"
              aria-label={texts.enlarge}
              onClick={() =>
                showModal(
                  texts.picture(current + 1, pictures.length),
                  <Picture file={shown} slot="enlarged" className="gal-large" eager />,
                )
              }
            >
              <Icon path={magnifier} />
            </button>
          </div>
        )}
        {drawing && (
          <div className="gal-frame gal-draw">
            <Drawn view={drawing} scope="g-" focusable={false} />
            <p className="gal-cap">{texts.drawing}</p>
            <button
              type="button"
              className="icon-btn gal-zoom"
              aria-haspopup="dialog"
              aria-label={texts.enlargeDrawing}
              onClick={() => showModal(texts.drawing, <Drawn view={drawing} scope="z-" focusable={false} />)}
            >
              <Icon path={magnifier} />
            </button>
          </div>
        )}
        {!shown && !drawing && (
          <div className="stage stage--x">
            <EmptyPicture />
          </div>
        )}
        {tags}
      </div>
      {pictures.length > 1 && (
        <div className="thumbs">
          {pictures.map((picture, index) => (
            <button
              key={picture.id}
              type="button"
              aria-label={`${texts.picture(index + 1, pictures.length)}, ${names[index]}`}
              aria-current={index === current ? "true" : undefined}
              onClick={() => show(index)}
            >
              <Picture file={picture} slot="thumb" part decorative />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
