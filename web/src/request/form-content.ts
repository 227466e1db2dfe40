import { limits } from "../constants";
import type { Forms, FormsTranslations } from "../content/model.gen";
import { translation } from "../i18n/translation";
import { placeholders } from "../lazy-constants";
import { chooseForm } from "./form-id";

/** FormContent is the texts of one form in one language; a missing text is "". */
export interface FormContent {
  id: number;
  key: string;
  /** The language of the texts; differs from the page's if a translation is missing. */
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

/**
 * formContent returns the texts of the form that chooseForm selects, by the
 * translation rule, or empty form data without a translation. Empty fields fall back
 * to their older, prefixed names (form_name). Without published forms the data still
 * has the id, else 12 (specification, point 5).
 */
export function formContent(id: number | undefined, forms: readonly Forms[], language: string): FormContent {
  const form = chooseForm(id, forms);
  const row: Partial<FormsTranslations> = translation(form, language, {});
  const texts = Object.fromEntries(textFields.map((field) => [field, textOf(row, field)])) as Record<TextField, string>;
  return {
    ...texts,
    id: form?.id ?? id ?? limits.defaultForm,
    key: form?.slug ?? "",
    language: typeof row.languages_code === "string" ? row.languages_code : undefined,
  };
}

function textOf(row: Partial<FormsTranslations>, field: TextField): string {
  return meaningful(row[field]) || meaningful(row[`form_${field}`]);
}

/** meaningful returns a content text without surrounding white space; "" if it is missing or a placeholder. */
export function meaningful(text: string | null | undefined): string {
  const trimmed = (text ?? "").trim();
  return defaults.includes(trimmed) ? "" : trimmed;
}

const defaults: readonly string[] = [placeholders.title, placeholders.description, placeholders.button];
