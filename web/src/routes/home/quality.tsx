import { CitationFigure } from "../../company/citation-figure";
import { Film } from "../../company/film";
import { Legend, SealFigure } from "../../company/seal-figure";
import type { IndexTranslations } from "../../content/model.gen";
import { defineTexts } from "../../i18n/texts";
import { ButtonLink } from "../../ui/button";
import { Paragraphs } from "../../ui/paragraphs";
import { Picture, pictureOf } from "../../ui/picture";
import "../../ui/section.css";
import "../../ui/media.css";

const useLegendTexts = defineTexts({
  "de-DE": {
    lines: ["Schneidkante im Rohr, 0,2 mm tief", "24°-Konus im Verschraubungskörper", "Überwurfmutter, 45°-Anlage"],
  },
  "en-US": { lines: ["Cutting edge in the tube, 0.2 mm deep", "24° cone in the fitting body", "Union nut, 45° face"] },
  "fr-FR": {
    lines: ["Arête dans le tube, 0,2 mm de profondeur", "Cône 24° dans le corps du raccord", "Écrou, portée à 45°"],
  },
  "it-IT": { lines: ["Tagliente nel tubo, profondo 0,2 mm", "Cono 24° nel corpo del raccordo", "Dado, battuta a 45°"] },
});

/** Quality shows the seal in half section, then the film and the inspectors' citation. */
export function Quality({ content, lang }: { content: IndexTranslations; lang: string | undefined }) {
  const texts = useLegendTexts();
  const image = pictureOf(content.quality_img);
  return (
    <section className="wrap sec" id="quality">
      <div className="grid qual">
        {image ? (
          <figure className="qual-fig">
            <Picture file={image} slot="scene-column" className="scene" />
          </figure>
        ) : (
          <SealFigure numbers={3} />
        )}
        <div className="qual-t" lang={lang}>
          <div className="stack">
            {content.quality_title && <h2 className="t-h2">{content.quality_title}</h2>}
            {content.quality_subtitle && <p className="t-lead">{content.quality_subtitle}</p>}
          </div>
          {!image && <Legend lines={texts.lines} lang={undefined} />}
          <div className="stack stack--s mut">
            <Paragraphs of="index_translations.quality_description" html={content.quality_description} />
            <Paragraphs of="index_translations.quality_subdiscription" html={content.quality_subdiscription} />
          </div>
          {content.quality_button_text && content.quality_button_link && (
            <div>
              <ButtonLink href={content.quality_button_link}>{content.quality_button_text}</ButtonLink>
            </div>
          )}
        </div>
        <Film file={pictureOf(content.quality_video)} poster={pictureOf(content.quality_poster)} />
        <CitationFigure text={content.quality_cite} lang={lang} />
      </div>
    </section>
  );
}
