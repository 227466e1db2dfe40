import { limits } from "../constants";
import type { Forms } from "../content/model.gen";

/**
 * Which form the request panel shows (specification, point 5): the given id if
 * it is a positive number, else the home page's call-to-action form, else the
 * first form, else 12.
 */
export function requestFormId(given: unknown, homeForm: unknown, forms: readonly Forms[]): number {
  return positive(given) ?? positive(homeForm) ?? forms[0]?.id ?? limits.defaultForm;
}

/** The forms that the pages' records name. */
interface PageForms {
  home: unknown;
  contacts: unknown;
  support: unknown;
  catalog: unknown;
}

/**
 * Which form a page shows whose own record names none (specification, point 5):
 * the home page's call-to-action form, else that of contacts, of support, of
 * the catalogue page, else the first form.
 */
export function pageFormId({ home, contacts, support, catalog }: PageForms, forms: readonly Forms[]) {
  return positive(home) ?? positive(contacts) ?? positive(support) ?? positive(catalog) ?? forms[0]?.id;
}

/** The form with that id; without an id, or where it is not published, the first one. */
export function chooseForm(id: number | undefined, forms: readonly Forms[]): Forms | undefined {
  return forms.find((form) => form.id === positive(id)) ?? forms[0];
}

/** A form's id, given by itself or by the record, if it is a positive number. */
export function positive(form: unknown): number | undefined {
  const id = typeof form === "object" && form !== null && "id" in form ? form.id : form;
  return typeof id === "number" && Number.isFinite(id) && id > 0 ? id : undefined;
}
