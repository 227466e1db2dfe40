import { contactsBlock, formBlocks } from "../content/blocks";
import { plainText } from "../content/plain-text";
import { parseList, textEntries } from "../content/text-list";
import { useContent } from "../content/use-content";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { RequestForm } from "../request/request-form";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { ContactLine } from "../ui/contact-line";
import { ContentIcon } from "../ui/content-icon/content-icon";
import { PageTitle } from "../ui/page-title";
import { Picture, pictureOf } from "../ui/picture";
import "./page-blocks.css";
import "../ui/media.css";

const useContactTexts = defineTexts({
  "de-DE": { title: "Kontakt" },
  "en-US": { title: "Contact" },
  "fr-FR": { title: "Contact" },
  "it-IT": { title: "Contatti" },
});

interface ContactEntry {
  title?: string | null;
  values?: unknown;
  /** Icon set and name, for example "lucide:map-pin". */
  icon?: string | null;
}

function Contacts() {
  const { language } = usePage();
  const texts = useContactTexts();
  const { contactUs } = useSiteTexts();
  const block = useContent(contactsBlock(language));
  const content = translation(block.data?.[0], language);
  const lang = languageOf(content, language);
  const title = content?.title || texts.title;
  const image = pictureOf(content?.image);
  return (
    <>
      <Breadcrumbs current={title} lang={content?.title ? lang : undefined} />
      <PageTitle title={title} lead={content?.subtitle_first} lang={content?.title ? lang : undefined} />
      {block.loading && <LoadingBlock />}
      {block.error && <FailedBlock reload={block.reload} />}
      <section className="wrap grid sides sides--page" lang={lang}>
        <div className="side-a">
          <h2 className="vh">{content?.contact_us_title || contactUs}</h2>
          <ContactBlocks list={content?.contact_us_list} />
          {image && (
            <div className="crop crop--contacts">
              <Picture file={image} slot="scene-half" decorative className="scene" />
            </div>
          )}
        </div>
        <div className="side-b">
          {content?.form_title && <h2 className="t-h2">{content.form_title}</h2>}
          <RequestForm form={content?.form} kind="contact" source="contacts" withMessage />
        </div>
      </section>
    </>
  );
}

function ContactBlocks({ list }: { list: unknown }) {
  const { language } = usePage();
  const entries = parseList<ContactEntry>(list);
  if (entries.length === 0) return null;
  return (
    <dl className="contact-block">
      {entries.map(({ title, icon, values }, index) => (
        <div key={index}>
          <dt>
            {icon && <ContentIcon name={icon} />}
            {title}
          </dt>
          <dd>
            {textEntries(values, language).map((entry, index) => (
              <ContactLine key={index} {...entry} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const route: RouteModule = {
  queries: ({ language }) => [...formBlocks(language), contactsBlock(language)],
  metadata: ({ language }, read) => {
    const record = read(contactsBlock(language))?.[0];
    const content = translation(record, language);
    return {
      title: plainText(content?.title),
      description: plainText(content?.subtitle_first),
      languages: record?.translations_languages,
    };
  },
  Component: Contacts,
};
