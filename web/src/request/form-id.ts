import { limits } from "../constants";
import type { Forms } from "../content/model.gen";

/**
 * requestFormId returns the id of the request panel's form (specification, point 5):
 * the given id if it is a positive number, else the home page's call-to-action form,
 * else the first form, else 12.
 */
export function requestFormId(given: unknown, homeForm: unknown, forms: readonly Forms[]): number {
  return positive(given) ?? positive(homeForm) ?? forms[0]?.id ?? limits.defaultForm;
}

/** PageForms is the form relations of the pages' records. */
interface PageForms {
  home: unknown;
  contacts: unknown;
  support: unknown;
  catalog: unknown;
}

/**
 * pageFormId returns the id of the form of a page whose record names none
 * (specification, point 5): the home page's call-to-action form, else that of
 * contacts, of support, of the catalogue page, else the first form.
 */
export function pageFormId({ home, contacts, support, catalog }: PageForms, forms: readonly Forms[]) {
  return positive(home) ?? positive(contacts) ?? positive(support) ?? positive(catalog) ?? forms[0]?.id;
}

/** chooseForm returns the form with the id, else the first one. */
export function chooseForm(id: number | undefined, forms: readonly Forms[]): Forms | undefined {
  return forms.find((form) => form.id === positive(id)) ?? forms[0];
}

/** positive returns a form's id, given as a number or a record, if it is a positive number. */
export function positive(form: unknown): number | undefined {
  const id = typeof form === "object" && form !== null && "id" in form ? form.id : form;
  return typeof id === "number" && Number.isFinite(id) && id > 0 ? id : undefined;
}
