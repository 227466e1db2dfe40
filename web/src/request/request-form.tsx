import { formsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { FailedBlock } from "../ui/block-state";
import { Fields } from "./fields";
import { formContent } from "./form-content";
import { chooseForm } from "./form-id";
import type { FormKind } from "./send";
import { Thanks } from "./thanks";
import { useRequestForm } from "./use-request-form";

/** A form defined in the content system, from its fields to the thanks. `source`: where on the site it stands. */
export function RequestForm({
  form,
  kind,
  source,
  withMessage = false,
  button = "",
}: {
  form: number | null | undefined;
  kind: Exclude<FormKind, "cart">;
  source: string;
  withMessage?: boolean;
  button?: string;
}) {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  const content = formContent(chooseForm(form, block.data ?? []), language);
  const state = useRequestForm({ form: content, kind, source });
  if (block.error) return <FailedBlock reload={block.reload} />;
  if (state.phase.name === "sent") return <Thanks content={content} reference={state.phase.reference} />;
  return (
    <form ref={state.form} className="form" noValidate onSubmit={state.submit}>
      <Fields
        content={button ? { ...content, send: button } : content}
        state={state}
        withMessage={withMessage}
        withEmail={withMessage}
      />
    </form>
  );
}
