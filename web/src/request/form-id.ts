import type { Forms } from "../content/model.gen";

/** The form that is meant where content names none (specification, point 9). */
export const defaultFormId = 12;

/**
 * Which form the request panel shows (specification, point 5): the given id if
 * it is a positive number, else the home page's call-to-action form, else the
 * first form, else 12.
 */
export function requestFormId(given: unknown, homeForm: unknown, forms: readonly Forms[]): number {
  return positive(given) ?? positive(homeForm) ?? forms[0]?.id ?? defaultFormId;
}

/** The form with that id; without an id, or where it is not published, the first one. */
export function chooseForm(id: number | null | undefined, forms: readonly Forms[]): Forms | undefined {
  return forms.find((form) => form.id === positive(id)) ?? forms[0];
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}
