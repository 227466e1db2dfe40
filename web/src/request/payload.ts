import type { CartItem } from "../domain/cart-item";
import type { Draft } from "./draft";
import type { FormContent } from "./form-content";
import type { FormKind } from "./form-kinds";

/** RequestFrame is the context of a form: its content, kind, position on the site and lines. */
export interface RequestFrame {
  form: FormContent;
  kind: FormKind;
  /** The position of the form on the site. */
  source: string;
  lines?: readonly CartItem[];
}

/** Sending is the values of one submission that the draft does not store. */
export interface Sending {
  agree: boolean;
  /** The value of the honeypot field. */
  website: string;
  language: string;
}

/** payloadOf returns the request body (specification, point 7); `now` is in ms since 1970. */
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
    // Time since the form opened, in ms. Absolute, so that a clock set back does not mark the visitor as a bot.
    elapsed: Math.abs(now - opened),
    language: sending.language,
    page: window.location.pathname,
    idempotencyKey: key,
  };
}

export type Payload = ReturnType<typeof payloadOf>;
