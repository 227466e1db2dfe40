import { useState } from "react";
import { useOverlays } from "../lib/overlays";
import { defineTexts } from "../lib/texts";
import { Icon } from "../ui/icon";
import { EmptyPicture, Picture, type PictureFile } from "../ui/picture";

const useGalleryTexts = defineTexts({
  "de-DE": { picture: (n: number, of: number) => `Bild ${n} von ${of}`, enlarge: "Bild vergrößern" },
  "en-US": { picture: (n: number, of: number) => `Picture ${n} of ${of}`, enlarge: "Enlarge picture" },
  "fr-FR": { picture: (n: number, of: number) => `Image ${n} sur ${of}`, enlarge: "Agrandir l’image" },
  "it-IT": { picture: (n: number, of: number) => `Immagine ${n} di ${of}`, enlarge: "Ingrandire l’immagine" },
});

/** A product's pictures: one large, the others to choose from. Scenes stand uncropped, parts at their optical size. */
export function Gallery({ pictures }: { pictures: readonly PictureFile[] }) {
  const texts = useGalleryTexts();
  const [chosen, setChosen] = useState(0);
  const showModal = useOverlays((state) => state.showModal);
  const current = pictures[chosen] ?? pictures[0];
  return (
    <div className="gal">
      <div className={current ? "stage" : "stage stage--x"}>
        {current ? <Picture key={current.id} file={current} slot="gallery" part eager="high" /> : <EmptyPicture />}
        {current && (
          <button
            type="button"
            className="icon-btn gal-zoom"
            aria-haspopup="dialog"
            aria-label={texts.enlarge}
            onClick={() =>
              showModal(
                texts.picture(chosen + 1, pictures.length),
                <Picture file={current} slot="enlarged" className="gal-large" eager />,
              )
            }
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
      {pictures.length > 1 && (
        <div className="thumbs">
          {pictures.map((picture, index) => (
            <button
              key={picture.id}
              type="button"
              aria-label={texts.picture(index + 1, pictures.length)}
              aria-current={index === chosen ? "true" : undefined}
              onClick={() => setChosen(index)}
            >
              <Picture file={picture} slot="thumb" part decorative />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
