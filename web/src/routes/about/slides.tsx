import { defineTexts } from "../../lib/texts";
import { Picture } from "../../ui/picture";
import { type SceneFile, scenesOf } from "./scenes";

const useSlideTexts = defineTexts({
  "de-DE": { label: "Bilder" },
  "en-US": { label: "Pictures" },
  "fr-FR": { label: "Images" },
  "it-IT": { label: "Immagini" },
});

/** Pictures side by side that scroll sideways. */
export function Slides({ files }: { files: readonly SceneFile[] }) {
  const texts = useSlideTexts();
  if (files.length === 0) return null;
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="strip" tabIndex={0} aria-label={texts.label}>
      {scenesOf(files).map(({ picture, dark }) => (
        <figure key={picture.id}>
          <Picture file={picture} className={dark ? "scene on-light" : "scene"} />
          {dark && <Picture file={dark} className="scene on-dark" />}
        </figure>
      ))}
    </section>
  );
}
