import type { Forms, FormsTranslations } from "../content/model.gen";
import { translation } from "../i18n/translation";
import { placeholders } from "../lazy-constants";

/** The texts of one form in one language; "" where there is none. */
export interface FormContent {
  id: number;
  key: string;
  /** The language the texts are in; differs from the page's where a translation is missing. */
  language: string | undefined;
  name: string;
  phone: string;
  email: string;
  description: string;
  first_line: string;
  second_line: string;
  agree: string;
  send: string;
  error: string;
  thanks: string;
  thanks_title: string;
  thanks_description: string;
}

const textFields = [
  "name",
  "phone",
  "email",
  "description",
  "first_line",
  "second_line",
  "agree",
  "send",
  "error",
  "thanks",
  "thanks_title",
  "thanks_description",
] as const;

type TextField = (typeof textFields)[number];

/** The form's texts in the language by the translation rule, empty form data where there is none; read under their older prefixed names (form_name) where the newer are empty. */
export function formContent(form: Forms | undefined, language: string): FormContent {
  const row: Partial<FormsTranslations> = translation(form, language, {});
  const texts = Object.fromEntries(textFields.map((field) => [field, textOf(row, field)])) as Record<TextField, string>;
  return {
    ...texts,
    id: form?.id ?? 0,
    key: form?.slug ?? "",
    language: typeof row.languages_code === "string" ? row.languages_code : undefined,
  };
}

function textOf(row: Partial<FormsTranslations>, field: TextField): string {
  return meaningful(row[field]) || meaningful(row[`form_${field}`]);
}

/** A text of the content without its blanks; "" where it is missing or says no more than its default. */
export function meaningful(text: string | null | undefined): string {
  const trimmed = (text ?? "").trim();
  return defaults.includes(trimmed) ? "" : trimmed;
}

const defaults: readonly string[] = [placeholders.title, placeholders.description, placeholders.button];
