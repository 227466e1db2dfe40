import { Fragment } from "react";
import type { IndexTranslations } from "../../content/model.gen";
import { parseList } from "../../content/text-list";
import { useSiteTexts } from "../../i18n/site-texts";
import { defineTexts } from "../../i18n/texts";
import { ButtonLink } from "../../ui/button";
import { CrossGrid } from "../../ui/cross-grid/cross-grid";
import { Icon } from "../../ui/icon";
import { Paragraphs } from "../../ui/paragraphs";
import { Picture, pictureOf } from "../../ui/picture";
import { HeroDrawing } from "./hero-drawing";
import { fitClass, titleLines } from "./hero-title";
import "../../ui/media.css";

const useOfferTexts = defineTexts({
  "de-DE": { title: "Verschraubungen,\nFlansche, Ventile" },
  "en-US": { title: "Fittings,\nflanges, valves" },
  "fr-FR": { title: "Raccords,\nbrides, vannes" },
  "it-IT": { title: "Raccordi,\nflange, valvole" },
});

interface Fact {
  label?: string | null;
  value?: string | null;
}

/** Offer is the first section: title and links over the hero drawing, and the facts as a title block. */
export function Offer({ content, lang }: { content: IndexTranslations | undefined; lang: string | undefined }) {
  const texts = useOfferTexts();
  const { toCatalog } = useSiteTexts();
  const given = titleLines(content?.offer_title ?? "");
  const lines = given.length > 0 ? given : titleLines(texts.title);
  const image = pictureOf(content?.offer_image);
  const facts = parseList<Fact>(content?.offer_facts).filter((fact) => fact.label && fact.value);
  return (
    <section className="hero" id="offer">
      <CrossGrid />
      <div className="wrap">
        <h1 className={fitClass(lines) || undefined} lang={given.length > 0 ? lang : undefined}>
          <span>
            {lines.map((line, index) => (
              <Fragment key={index}>
                {index > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </span>
        </h1>
      </div>
      {image ? (
        <div className="hero-pic">
          <Picture file={image} slot="scene-half" eager="high" className="scene" />
        </div>
      ) : (
        <HeroDrawing />
      )}
      <div className="tb">
        <div className="tb-cell">
          <Paragraphs
            of="index_translations.offer_description"
            html={content?.offer_description}
            className="t-lead"
            lang={lang}
          />
          <div className="tb-act">
            <ButtonLink kind="primary" href="/catalog">
              {toCatalog}
            </ButtonLink>
          </div>
        </div>
        {content?.offer_specification_description && (
          <div className="tb-cell" lang={lang}>
            <Paragraphs
              of="index_translations.offer_specification_description"
              html={content.offer_specification_description}
              className="mut"
            />
            {content.offer_specification_button_text && (
              <div className="tb-act">
                <a className="btn" href="#cta">
                  <span>{content.offer_specification_button_text}</span>
                  <span className="ico-cell">
                    <Icon name="arrow-right" />
                  </span>
                </a>
              </div>
            )}
          </div>
        )}
        {facts.length > 0 && (
          <div className="tb-cell" lang={lang}>
            <dl className="kv">
              {facts.map(({ label, value }, index) => (
                <div key={index}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </section>
  );
}
