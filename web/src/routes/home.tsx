import { ClientsSection } from "../company/clients-section";
import { NumbersBand } from "../company/numbers-band";
import { SceneBand } from "../company/scene-band";
import { categoriesBlock, clientsBlock, formBlocks, homeBlock } from "../content/blocks";
import { countsBlock } from "../content/listing";
import { plainMarkup, plainText } from "../content/plain-text";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../i18n/translation";
import { CallToAction } from "../request/call-to-action";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { CategoriesSection } from "./home/categories-section";
import { International } from "./home/international";
import { Offer } from "./home/offer";
import { Popular } from "./home/popular";
import { Quality } from "./home/quality";
import "./home.css";

export const route: RouteModule = {
  queries: ({ language }) => [
    categoriesBlock(language),
    countsBlock(),
    ...formBlocks(language),
    homeBlock(language),
    clientsBlock(language),
  ],
  metadata: ({ language }, read) => {
    const record = read(homeBlock(language));
    const content = translation(record, language);
    return {
      title: plainText(content?.offer_title),
      description: plainMarkup(content?.offer_description),
      languages: record?.translations_languages,
    };
  },
  Component: Home,
};

function Home() {
  const { language } = usePage();
  const { data, loading, error, reload } = useContent(homeBlock(language));
  const content = translation(data, language);
  const lang = languageOf(content, language);
  return (
    <>
      <Offer content={content} lang={lang} />
      {loading && <LoadingBlock />}
      {error && <FailedBlock reload={reload} />}
      <CategoriesSection content={content} lang={lang} />
      <NumbersBand content={content} crop="macro-thread" />
      <Popular content={content} lang={lang} />
      {content && (
        <>
          <International content={content} lang={lang} />
          <Quality content={content} lang={lang} />
        </>
      )}
      <ClientsSection title={content?.clients_title} subtitle={content?.clients_subtitle} lang={lang} />
      <SceneBand media={content?.cta_media} poster={content?.cta_poster} />
      <CallToAction
        title={content?.cta_title}
        description={content?.cta_description}
        button={content?.cta_button_text}
        form={content?.cta_form}
        kind="cta"
        source="home"
        lang={lang}
      />
    </>
  );
}
