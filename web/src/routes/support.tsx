import { formBlocks, supportBlock } from "../content/blocks";
import { phoneLink } from "../content/contact-link";
import type { SupportTranslations } from "../content/model.gen";
import { plainText } from "../content/plain-text";
import { parseList } from "../content/text-list";
import { useContent } from "../content/use-content";
import { formatBytes } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { RequestForm } from "../request/request-form";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { Accordion, type Question } from "../ui/accordion";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { DownloadIcon } from "../ui/late-icons";
import { PageTitle } from "../ui/page-title";
import { Picture, pictureOf } from "../ui/picture";
import { defaultSupport } from "./support/default-content";
import "./page-blocks.css";
import "../ui/files.css";
import "../ui/section.css";
import "../ui/band.css";
import "../ui/media.css";

const useSupportTexts = defineTexts({
  "de-DE": { title: "Support" },
  "en-US": { title: "Support" },
  "fr-FR": { title: "Assistance" },
  "it-IT": { title: "Assistenza" },
});

interface DocumentLink {
  title?: string | null;
  description?: string | null;
  link?: string | null;
  /** File type such as PDF or ZIP; defaults to the link's extension. */
  type?: string | null;
  /** In bytes. */
  size?: number | null;
}

function Support() {
  const { language } = usePage();
  const texts = useSupportTexts();
  const block = useContent(supportBlock(language));
  const content = translation(block.data?.[0], language);
  const lang = languageOf(content, language);
  const title = content?.title || texts.title;
  return (
    <>
      <Breadcrumbs current={title} lang={content?.title ? lang : undefined} />
      <PageTitle title={title} lead={content?.docs_description} lang={content?.title ? lang : undefined} />
      {block.loading && <LoadingBlock />}
      {block.error && <FailedBlock reload={block.reload} />}
      <Documents content={content} lang={lang} />
      <Questions content={content} lang={lang} />
      <Hotline content={content} lang={lang} />
      <section className="wrap sec">
        <div className="grid sides">
          <Team content={content} lang={lang} />
          <div className="side-b" lang={lang}>
            {content?.form_title && <h2 className="t-h2">{content.form_title}</h2>}
            <RequestForm form={content?.form} kind="support" source="support" withMessage />
          </div>
        </div>
      </section>
    </>
  );
}

interface SectionProps {
  content: SupportTranslations | undefined;
  lang: string | undefined;
}

function Documents({ content, lang }: SectionProps) {
  const documents = parseList<DocumentLink>(content?.docs_list);
  if (documents.length === 0) return null;
  return (
    <section className="wrap grid split sec--s sec--first" lang={lang}>
      <h2 className="split-h t-h3">{content?.docs_title}</h2>
      <div className="body">
        <ul className="files">
          {documents.map((entry, index) => (
            <li key={index}>
              <DocumentRow {...entry} />
            </li>
          ))}
        </ul>
        {content?.docs_help && <p className="mut docs-help">{content.docs_help}</p>}
      </div>
    </section>
  );
}

function DocumentRow({ title, description, link, type, size }: DocumentLink) {
  const { language } = usePage();
  const extension = /\.(\w{2,4})$/.exec(link ?? "")?.[1]?.toUpperCase();
  const cells = (
    <>
      <span className="ext">{type || extension}</span>
      <span>
        <b>{title}</b>
        {description && <span className="mut t-small">{description}</span>}
      </span>
      <span className="file-size">
        {size ? <span className="mono mut">{formatBytes(size, language)}</span> : null}
        {link && <DownloadIcon />}
      </span>
    </>
  );
  return link ? (
    <a className="file" href={link} {...(/^https?:/.test(link) ? { rel: "external noopener" } : {})}>
      {cells}
    </a>
  ) : (
    <div className="file">{cells}</div>
  );
}

function Questions({ content, lang }: SectionProps) {
  const { language } = usePage();
  const defaults = defaultSupport(language);
  const entries = parseList<Question>(content?.faq_list, defaults.questions);
  return (
    <section className="wrap grid split sec--s" lang={lang}>
      <h2 className="split-h t-h3">{content?.faq_title || defaults.questionsTitle}</h2>
      <div className="body">
        <Accordion entries={entries} />
      </div>
    </section>
  );
}

function Hotline({ content, lang }: SectionProps) {
  const { language } = usePage();
  const number = content?.phone_number || defaultSupport(language).phone;
  return (
    <section className="band hotline" lang={lang}>
      <div className="wrap">
        {content?.phone_title && <p className="t-lead mut">{content.phone_title}</p>}
        <a className="phone" href={phoneLink(number)}>
          {number}
        </a>
        {content?.team_subtitle && <p className="mut">{content.team_subtitle}</p>}
      </div>
    </section>
  );
}

function Team({ content, lang }: SectionProps) {
  const picture = pictureOf(content?.team_image);
  const lines = (content?.team_description ?? "").split("\n").filter((line) => line.trim() !== "");
  return (
    <div className="side-a" lang={lang}>
      {content?.team_title && <h2 className="t-h2">{content.team_title}</h2>}
      {content?.team_title_second && <p className="mut side-lead">{content.team_title_second}</p>}
      {picture && (
        <div className="crop crop--team">
          <Picture file={picture} slot="scene-half" decorative className="scene" />
        </div>
      )}
      <ul className="team">
        {lines.map((line, index) => {
          const [name, field, spoken] = line.split("|").map((part) => part.trim());
          return (
            <li key={index}>
              <b>{name}</b>
              <span className="mono mut">{spoken}</span>
              {field && <span className="mut t-small">{field}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export const route: RouteModule = {
  queries: ({ language }) => [...formBlocks(language), supportBlock(language)],
  metadata: ({ language }, read) => {
    const record = read(supportBlock(language))?.[0];
    const content = translation(record, language);
    return {
      title: plainText(content?.title) || "Support",
      description: plainText(content?.docs_description),
      languages: record?.translations_languages,
    };
  },
  Component: Support,
};
