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
  try {
    return { sent: true, reference: await submit(values, frame) };
  } catch (error) {
    const said = error instanceof Refusal ? complaints(error) : { message: "", fields: {} };
    return { sent: false, ...said };
  }
}

/** What the server answered instead of a reference. */
class Refusal extends Error {
  readonly status: number;
  readonly reply: Reply;

  constructor(status: number, reply: Reply) {
    super(`the server answered with ${status}`);
    this.status = status;
    this.reply = reply;
  }
}

/** Returns the reference of the stored request; a failure is logged and rethrown (error catalogue, "Form submit fails"). */
async function submit(values: FormValues, frame: RequestFrame): Promise<string> {
  try {
    const response = await fetch("/api/form-messages", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(payload(values, frame)),
    });
    const reply = (await response.json()) as Reply;
    if (response.ok && reply.data?.reference) return reply.data.reference;
    throw new Refusal(response.status, reply);
  } catch (error) {
    console.error("Form submit failed:", error);
    throw error;
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

function complaints({ status, reply }: Refusal): { message: string; fields: Partial<Record<FormField, string>> } {
  const fields: Partial<Record<FormField, string>> = {};
  for (const { message = "", extensions } of reply.errors ?? []) {
    const field = fieldNames[extensions?.field ?? ""];
    if (field) fields[field] = message;
  }
  // Other messages are for people who read logs, except the one about too many requests.
  return { fields, message: status === 429 ? (reply.errors?.[0]?.message ?? "") : "" };
}
