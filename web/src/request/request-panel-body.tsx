import { formsBlock, pageFormBlocks } from "../content/blocks";
import { footerBlock } from "../content/shell-blocks";
import { textEntries } from "../content/text-list";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { formContent } from "./form-content";
import { requestFormId } from "./form-id";
import { RequestForm } from "./request-form";

/** RequestPanelBody shows the request panel's introduction, form and contact details. `form` is the requested form id. */
export function RequestPanelBody({ form }: { form: unknown }) {
  const { language } = usePage();
  const forms = useContent(formsBlock(language)).data ?? [];
  const home = useContent(pageFormBlocks(language).home).data;
  const footer = useContent(footerBlock(language)).data?.[0];
  const words = translation(footer, language);
  const id = requestFormId(form, translation(home, language)?.cta_form, forms);
  const content = formContent(id, forms, language);
  const facts = [
    { title: words?.phone_title, lines: textEntries(footer?.phone_links, language) },
    { title: words?.schedule_title, lines: textEntries(footer?.schedule_list, language) },
  ];
  return (
    <div className="panel-b request">
      <div className="request-t" lang={languageOf({ languages_code: content.language }, language)}>
        {content.first_line && <h3 className="t-h1">{content.first_line}</h3>}
        {content.description && <p className="t-lead mut">{content.description}</p>}
      </div>
      <RequestForm form={id} kind="menu" source="open-menu" />
      <dl className="kv request-kv">
        {facts.map(
          ({ title, lines }) =>
            title && (
              <div key={title}>
                <dt>{title}</dt>
                <dd className="tnum">{lines.map(({ text }) => text).join(", ")}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
