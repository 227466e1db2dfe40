import type { CartItem } from "../lib/cart-item";
import type { FormContent } from "./form-content";
import type { FormField, FormValues } from "./rules";

export type FormKind = "cta" | "contact" | "support" | "catalog" | "menu" | "cart";

/** Everything a request is made of besides what the visitor typed. */
export interface RequestFrame {
  form: FormContent;
  kind: FormKind;
  /** Where on the site the form stands. */
  source: string;
  language: string;
  /** Made when the form opens and kept until it is sent: a repeat is the same request. */
  key: string;
  lines?: readonly CartItem[];
}

export type Outcome =
  | { sent: true; reference: string }
  /** `fields`: per field, what the server says of it, in the visitor's language. */
  | { sent: false; message: string; fields: Partial<Record<FormField, string>> };

/** Sends a request (specification, point 7) and never throws. */
export async function sendRequest(values: FormValues, frame: RequestFrame): Promise<Outcome> {
  const nothing = { sent: false, message: "", fields: {} } as const;
  try {
    const response = await fetch("/api/form-messages", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(payload(values, frame)),
    });
    const reply = (await response.json()) as Reply;
    if (response.ok && reply.data?.reference) return { sent: true, reference: reply.data.reference };
    return { ...nothing, ...complaints(response.status, reply) };
  } catch {
    return nothing;
  }
}

function payload(values: FormValues, { form, kind, source, language, key, lines }: RequestFrame) {
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
    agree: values.agree,
    meta: { formType: kind, secondLine: form.second_line },
    ...(lines ? { lines } : {}),
    language,
    page: window.location.pathname,
    idempotencyKey: key,
  };
}

interface Reply {
  data?: { reference?: string };
  errors?: { message?: string; extensions?: { field?: string } }[];
}

/** The fields' names in the payload that differ from the form's. */
const fieldNames: Record<string, FormField> = {
  name: "name",
  phone: "tel",
  email: "email",
  message: "message",
  agree: "agree",
};

function complaints(status: number, reply: Reply): { message: string; fields: Partial<Record<FormField, string>> } {
  const fields: Partial<Record<FormField, string>> = {};
  for (const { message = "", extensions } of reply.errors ?? []) {
    const field = fieldNames[extensions?.field ?? ""];
    if (field) fields[field] = message;
  }
  // Other messages are for people who read logs, except the one about too many requests.
  return { fields, message: status === 429 ? (reply.errors?.[0]?.message ?? "") : "" };
}
