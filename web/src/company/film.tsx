import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Media, type MediaFile } from "../ui/media";
import "./company.css";

/** Film shows a short silent film, or its poster, with its caption. */
export function Film({ file, poster }: { file: MediaFile | undefined; poster: MediaFile | undefined }) {
  const { language } = usePage();
  const shown = file ?? poster;
  if (!shown) return null;
  const caption = translation(shown, language);
  return (
    <figure className="turn">
      <div className="turn-v">
        <Media file={file} poster={poster} slot="scene-column" decorative />
      </div>
      {caption?.alt && <figcaption lang={languageOf(caption, language)}>{caption.alt}</figcaption>}
    </figure>
  );
}
