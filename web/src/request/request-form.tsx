import { formsBlock, pageFormBlocks } from "../content/blocks";
import { useContent } from "../content/use-content";
import { translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { FailedBlock } from "../ui/block-state";
import { Fields } from "./fields";
import { formContent } from "./form-content";
import { pageFormId, positive } from "./form-id";
import type { FormKind } from "./form-kinds";
import { HiddenFields, plainPost } from "./plain-post";
import { Thanks } from "./thanks";
import { useRequestForm } from "./use-request-form";
import { Waiting } from "./waiting";
import "./form.css";
import "../ui/fields.css";

interface RequestFormProps {
  /** The form relation of the page's record: an id or a record. */
  form: unknown;
  kind: Exclude<FormKind, "cart">;
  /** The position of the form on the site. */
  source: string;
  withMessage?: boolean;
  button?: string;
}

/** RequestForm shows a form of the content system, from its fields to the thanks; form-id.ts selects the form. */
export function RequestForm({ form, ...rest }: RequestFormProps) {
  const id = positive(form);
  return id === undefined ? <DefaultForm {...rest} /> : <ChosenForm id={id} {...rest} />;
}

/** DefaultForm is the form of a page whose record names none. */
function DefaultForm(props: Omit<RequestFormProps, "form">) {
  const { language } = usePage();
  const blocks = pageFormBlocks(language);
  const forms = useContent(formsBlock(language)).data ?? [];
  const named = {
    home: translation(useContent(blocks.home).data, language)?.cta_form,
    contacts: translation(useContent(blocks.contacts).data?.[0], language)?.form,
    support: translation(useContent(blocks.support).data?.[0], language)?.form,
    catalog: translation(useContent(blocks.catalog).data?.[0], language)?.catalog_form,
  };
  return <ChosenForm id={pageFormId(named, forms)} {...props} />;
}

function ChosenForm({
  id,
  kind,
  source,
  withMessage = false,
  button = "",
}: Omit<RequestFormProps, "form"> & { id: number | undefined }) {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  const content = formContent(id, block.data ?? [], language);
  const frame = { form: content, kind, source };
  const state = useRequestForm(frame);
  if (state.sent) return <Thanks content={content} sent={state.sent} />;
  if (state.waiting) return <Waiting kind={kind} />;
  return (
    <>
      {/* If the content cannot be loaded the form has default texts and can still be sent. */}
      {block.error && <FailedBlock reload={block.reload} />}
      <form ref={state.form} className="form" {...plainPost} onSubmit={state.submit}>
        <HiddenFields {...frame} />
        <Fields
          content={button ? { ...content, send: button } : content}
          state={state}
          withMessage={withMessage}
          withEmail={withMessage}
          withFiles={withMessage}
        />
      </form>
    </>
  );
}
