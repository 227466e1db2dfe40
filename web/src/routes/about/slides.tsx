import { defineTexts } from "../../i18n/texts";
import { Picture } from "../../ui/picture";
import { Slider } from "../../ui/slider/slider";
import { type SceneFile, scenesOf } from "./scenes";
import "../../ui/media.css";

const useSlideTexts = defineTexts({
  "de-DE": { label: "Bilder" },
  "en-US": { label: "Pictures" },
  "fr-FR": { label: "Images" },
  "it-IT": { label: "Immagini" },
});

/** Slides shows pictures in the common slider. */
export function Slides({ files }: { files: readonly SceneFile[] }) {
  const texts = useSlideTexts();
  if (files.length === 0) return null;
  return (
    <div className="strip">
      <Slider heading={null} label={texts.label}>
        {scenesOf(files).map(({ picture, dark }) => (
          <li key={picture.id}>
            <figure>
              <Picture file={picture} slot="scene-slide" className={dark ? "scene on-light" : "scene"} />
              {dark && <Picture file={dark} slot="scene-slide" className="scene on-dark" />}
            </figure>
          </li>
        ))}
      </Slider>
    </div>
  );
}
