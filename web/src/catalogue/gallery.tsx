import { useState } from "react";
import { defineTexts } from "../lib/texts";
import { EmptyPicture, Picture, type PictureFile } from "../ui/picture";

const useGalleryTexts = defineTexts({
  "de-DE": { picture: (n: number, of: number) => `Bild ${n} von ${of}` },
  "en-US": { picture: (n: number, of: number) => `Picture ${n} of ${of}` },
  "fr-FR": { picture: (n: number, of: number) => `Image ${n} sur ${of}` },
  "it-IT": { picture: (n: number, of: number) => `Immagine ${n} di ${of}` },
});

/** A product's pictures: one large, the others to choose from. Scenes stand uncropped, parts at their optical size. */
export function Gallery({ pictures }: { pictures: readonly PictureFile[] }) {
  const texts = useGalleryTexts();
  const [chosen, setChosen] = useState(0);
  const current = pictures[chosen] ?? pictures[0];
  return (
    <div className="gal">
      <div className={current ? "stage" : "stage stage--x"}>
        {current ? <Picture key={current.id} file={current} part eager="high" /> : <EmptyPicture />}
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
              <Picture file={picture} part decorative />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
