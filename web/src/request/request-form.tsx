import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { catalogBlock, contactsBlock, formsBlock, homeBlock, supportBlock } from "../content/blocks";
import type { Query } from "../content/query";
import { translation } from "../content/translation";
import { isFailed, useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { FailedBlock } from "../ui/block-state";
import { Fields } from "./fields";
import { formContent } from "./form-content";
import { chooseForm, pageFormId, positive } from "./form-id";
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
  form: unknown;
  kind: Exclude<FormKind, "cart">;
  source: string;
  withMessage?: boolean;
  button?: string;
}) {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  const client = useQueryClient();
  const forms = block.data ?? [];
  const id = positive(form) ?? pageFormId(formsOfPages(client, language), forms);
  const content = formContent(chooseForm(id, forms), language);
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

/** The forms named by those pages that are loaded. */
function formsOfPages(client: QueryClient, language: string) {
  const loaded = <T,>(query: Query<T>): T | undefined => {
    const reply = client.getQueryData<T>([query]);
    return isFailed(reply) ? undefined : reply;
  };
  return {
    home: translation(loaded(homeBlock(language)), language)?.cta_form,
    contacts: translation(loaded(contactsBlock(language))?.[0], language)?.form,
    support: translation(loaded(supportBlock(language))?.[0], language)?.form,
    catalog: translation(loaded(catalogBlock(language))?.[0], language)?.catalog_form,
  };
}
