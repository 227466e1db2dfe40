import type { AboutTranslations } from "../../content/model.gen";
import { Paragraphs } from "../../ui/paragraphs";
import { Picture, pictureOf } from "../../ui/picture";
import "../../ui/section.css";
import "../../ui/media.css";

/** Reasons shows the four reasons below the offer; a reason without a title is omitted. */
export function Reasons({ content, lang }: { content: AboutTranslations; lang: string | undefined }) {
  const picture = pictureOf(content.offer_image);
  const reasons = [
    {
      title: content.categories_first_title,
      text: (
        <Paragraphs of="about_translations.categories_first_description" html={content.categories_first_description} />
      ),
    },
    {
      title: content.categories_second_title,
      text: (
        <Paragraphs
          of="about_translations.categories_second_description"
          html={content.categories_second_description}
        />
      ),
    },
    {
      title: content.categories_three_title,
      text: (
        <Paragraphs of="about_translations.categories_three_description" html={content.categories_three_description} />
      ),
    },
    {
      title: content.categories_four_title,
      text: (
        <Paragraphs of="about_translations.categories_four_description" html={content.categories_four_description} />
      ),
    },
  ].filter(({ title }) => title);
  if (reasons.length === 0 && !content.offer_title && !picture) return null;
  return (
    <section className="wrap sec" id="reasons" lang={lang}>
      {picture && (
        <div className="crop crop--offer">
          <Picture file={picture} slot="scene" className="scene" />
        </div>
      )}
      <div className="grid sec-head">
        {content.categories_main_title && <h2 className="t-h1">{content.categories_main_title}</h2>}
        {content.offer_title && <p className="sec-lead t-lead">{content.offer_title}</p>}
      </div>
      <ul className="four">
        {reasons.map(({ title, text }, index) => (
          <li key={index}>
            <h3 className="t-h3">{title}</h3>
            <div className="mut t-lead">{text}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
