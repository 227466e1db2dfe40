import { create } from "zustand";
import type { Filter, Sort, View } from "../api/queries";

interface Lists {
  /** The marked request of each list that was open, by the list's address. */
  cursors: Record<string, string>;
  /** The list that a request is opened from. */
  current: { filter: Filter; references: string[]; total: number } | null;
}

/** What lists keep while a request is open, so that Back leads to the list as it was. */
export const useLists = create<Lists>()(() => ({ cursors: {}, current: null }));

export function setCursor(key: string, reference: string): void {
  useLists.setState(({ cursors }) => ({ cursors: { ...cursors, [key]: reference } }));
}

/** The order of a view unless one is chosen: views of open requests by their clock. */
export function sortOf({ view, sort }: Pick<Filter, "view" | "sort">): Sort {
  if (sort !== "") return sort;
  const open: View[] = ["open", "mine", "overdue", "unassigned"];
  return open.includes(view) ? "deadline" : "-created";
}

/** Reports whether a list shows less than its view. */
export function isFiltered({ q, language, assignee }: Filter): boolean {
  return q !== "" || language !== "" || assignee !== "";
}
