import type { CartItem } from "../domain/cart-item";
import type { Draft } from "./draft";
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

/** What belongs to one sending of a form, and is not kept with its draft. */
export interface Sending {
  agree: boolean;
  /** What stands in the field that no person sees. */
  website: string;
  language: string;
}

/** A request as it is sent (specification, point 7); `now` in ms since 1970. */
export function payloadOf({ values, files, key, opened }: Draft, frame: RequestFrame, sending: Sending, now: number) {
  const { form, kind, source, lines } = frame;
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
    agree: sending.agree,
    meta: { formType: kind, secondLine: form.second_line },
    ...(lines ? { lines } : {}),
    files: files.map(({ id }) => id),
    website: sending.website,
    // Since the form was opened, in ms. A clock that was set back since must not make a machine of the visitor.
    elapsed: Math.abs(now - opened),
    language: sending.language,
    page: window.location.pathname,
    idempotencyKey: key,
  };
}

export type Payload = ReturnType<typeof payloadOf>;
