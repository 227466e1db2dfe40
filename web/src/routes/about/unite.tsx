import { CitationFigure } from "../../company/citation-figure";
import { Film } from "../../company/film";
import { Legend, SealFigure } from "../../company/seal-figure";
import type { AboutTranslations } from "../../content/model.gen";
import { Paragraphs } from "../../ui/paragraphs";
import { pictureOf } from "../../ui/picture";
import "../../ui/section.css";

/** Unite shows the seal ring with its four functions, the origin of the name and the company's statement. */
export function Unite({ content, lang }: { content: AboutTranslations; lang: string | undefined }) {
  const tasks = [content.unite_one, content.unite_two, content.unite_three, content.unite_four];
  return (
    <section className="wrap sec" id="unite">
      <div className="grid qual">
        <SealFigure numbers={4} />
        <div className="qual-t" lang={lang}>
          <div className="stack">
            {content.unite_main_title && <h2 className="t-h2">{content.unite_main_title}</h2>}
            <Paragraphs of="about_translations.unite_description" html={content.unite_description} className="t-lead" />
          </div>
          <Legend lines={tasks.flatMap((task) => task || [])} />
          <div className="stack stack--s">
            {content.unite_second_title && <h3 className="t-h3">{content.unite_second_title}</h3>}
            <Paragraphs
              of="about_translations.unite_second_description"
              html={content.unite_second_description}
              className="mut"
            />
            <Paragraphs of="about_translations.why_ferrule_text" html={content.why_ferrule_text} className="mut" />
          </div>
        </div>
        <Film file={pictureOf(content.unite_video)} poster={pictureOf(content.unite_poster)} />
        <CitationFigure text={content.unite_cite_title} image={content.unite_cite_image} lang={lang} />
      </div>
    </section>
  );
}
