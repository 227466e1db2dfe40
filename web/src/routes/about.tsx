import { ClientsSection } from "../company/clients-section";
import { NumbersBand } from "../company/numbers-band";
import { SceneBand } from "../company/scene-band";
import { aboutBlock, clientsBlock, formBlocks } from "../content/blocks";
import type { AboutTranslations, Clients } from "../content/model.gen";
import { plainMarkup, plainText } from "../content/plain-text";
import { relatedAll } from "../content/relation";
import { useContent } from "../content/use-content";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { CallToAction } from "../request/call-to-action";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Paragraphs } from "../ui/paragraphs";
import { Reasons } from "./about/reasons";
import { Slides } from "./about/slides";
import { Unite } from "./about/unite";
import "./about.css";
import "../ui/page-title.css";

const useAboutTexts = defineTexts({
  "de-DE": { title: "Über uns" },
  "en-US": { title: "About us" },
  "fr-FR": { title: "À propos" },
  "it-IT": { title: "Chi siamo" },
});

export const route: RouteModule = {
  queries: ({ language }) => [...formBlocks(language), aboutBlock(language), clientsBlock(language)],
  metadata: ({ language }, read) => {
    const record = read(aboutBlock(language))?.[0];
    const content = translation(record, language);
    return {
      title: plainText(content?.about_title),
      description: plainMarkup(content?.about_description),
      languages: record?.translations_languages,
    };
  },
  Component: About,
};

function About() {
  const texts = useAboutTexts();
  const { language } = usePage();
  const { data, loading, error, reload } = useContent(aboutBlock(language));
  const content = translation(data?.[0], language);
  const lang = languageOf(content, language);
  const clients = relatedAll<NonNullable<AboutTranslations["clients_list"]>[number], Clients>(
    content?.clients_list,
    ({ item }) => item,
  );
  return (
    <>
      <Breadcrumbs current={texts.title} />
      <Head content={content} title={texts.title} lang={lang} />
      {loading && <LoadingBlock />}
      {error && <FailedBlock reload={reload} />}
      {content && (
        <>
          <div className="wrap">
            <Slides files={relatedAll(content.about_slider, (row) => row.directus_files_id)} />
          </div>
          <Reasons content={content} lang={lang} />
          <NumbersBand content={content} crop="flange-row" />
          <Unite content={content} lang={lang} />
        </>
      )}
      <ClientsSection
        title={content?.clients_title}
        subtitle={content?.clients_subtitle}
        chosen={clients}
        lang={lang}
      />
      <SceneBand media={content?.cta_media} />
      <CallToAction
        title={content?.cta_title}
        description={content?.cta_description}
        button={content?.cta_button_text}
        form={content?.cta_form}
        kind="cta"
        source="about"
        lang={lang}
      />
    </>
  );
}

function Head({
  content,
  title,
  lang,
}: {
  content: AboutTranslations | undefined;
  title: string;
  lang: string | undefined;
}) {
  return (
    <div className="wrap grid page-head page-head--wide" lang={content?.about_title ? lang : undefined}>
      <h1 className="t-display">{content?.about_title || title}</h1>
      {content?.about_subtitle && <p className="about-sub t-lead">{content.about_subtitle}</p>}
      {content?.about_description && (
        <div className="side t-lead mut">
          <Paragraphs of="about_translations.about_description" html={content.about_description} />
        </div>
      )}
    </div>
  );
}
