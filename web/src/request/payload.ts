import type { CartItem } from "../lib/cart-item";
import type { KeptValues } from "./draft";
import type { FormContent } from "./form-content";

export const formKinds = ["cta", "contact", "support", "catalog", "menu", "cart"] as const;

export type FormKind = (typeof formKinds)[number];

/** Where a form stands, and what it says of itself. */
export interface RequestFrame {
  form: FormContent;
  kind: FormKind;
  /** Where on the site the form stands. */
  source: string;
  lines?: readonly CartItem[];
}

/** What a visitor did with the form, besides what is kept as a draft. */
interface Filled {
  values: KeptValues;
  agree: boolean;
  /** The ids of the files that were uploaded. */
  files: readonly string[];
  /** The field that no person sees. */
  website: string;
  /** From the form's opening to its sending, in ms. */
  elapsed: number;
  key: string;
  language: string;
  page: string;
}

/** A request as it is sent (specification, point 7). */
export function payloadOf(filled: Filled, { form, kind, source, lines }: RequestFrame) {
  const { values, agree, files, website, elapsed, key, language, page } = filled;
  return {
    formId: form.id,
    formKey: form.key,
    formTitle: form.first_line,
    source,
    name: values.name.trim(),
    phone: values.tel.trim(),
    email: values.email.trim(),
    subject: form.first_line,
    message: values.message.trim(),
    agree,
    meta: { formType: kind, secondLine: form.second_line },
    ...(lines ? { lines } : {}),
    files,
    website,
    elapsed,
    language,
    page,
    idempotencyKey: key,
  };
}

export type Payload = ReturnType<typeof payloadOf>;
