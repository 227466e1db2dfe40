import { textsLanguage } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Media } from "../ui/media";
import { pictureOf } from "../ui/picture";
import { Figures } from "./figures";
import { figuresOf } from "./numbers";
import "./company.css";
import "../ui/band.css";
import "../ui/media.css";

const useBandTexts = defineTexts({
  "de-DE": { title: "Ferrule in Zahlen" },
  "en-US": { title: "Ferrule in figures" },
  "fr-FR": { title: "Ferrule en chiffres" },
  "it-IT": { title: "Ferrule in cifre" },
});

/** NumbersContent is the fields of a page with a numbers band. */
interface NumbersContent {
  languages_code: unknown;
  numbers_title?: string | null;
  numbers_title_frist: string | null;
  numbers_title_second: string | null;
  numbers_list: unknown;
  numbers_media: unknown;
  numbers_poster: unknown;
}

/**
 * NumbersBand shows figures under a ruler, beside a picture or a silent film;
 * without content it shows the default figures. `crop` selects the visible part of
 * the picture.
 */
export function NumbersBand({
  content,
  crop,
}: {
  content: NumbersContent | undefined;
  crop: "macro-thread" | "flange-row";
}) {
  const texts = useBandTexts();
  const { language } = usePage();
  const parts = [content?.numbers_title_frist, content?.numbers_title_second].filter(Boolean).join(" ");
  const title = parts || content?.numbers_title;
  const media = pictureOf(content?.numbers_media);
  const poster = pictureOf(content?.numbers_poster);
  return (
    <section className="band" id="numbers" lang={languageOf(content, language)}>
      {(media || poster) && (
        <div className={`num-media num-media--${crop}`}>
          <Media file={media} poster={poster} slot="numbers" decorative />
        </div>
      )}
      <div className="wrap">
        <div className="num-top">
          <h2 className="t-h1 t" lang={title ? undefined : textsLanguage(language)}>
            {title || texts.title}
          </h2>
        </div>
        <Figures figures={figuresOf(content?.numbers_list, language)} />
      </div>
    </section>
  );
}
