/** Chosen rows, and the row that the next range starts at. */
export interface Selection {
  chosen: ReadonlySet<string>;
  anchor: string | null;
}

export const noSelection: Selection = { chosen: new Set(), anchor: null };

/** Adds or removes one row. */
export function toggle({ chosen }: Selection, reference: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(reference)) next.add(reference);
  return { chosen: next, anchor: reference };
}

/** Adds all rows from the anchor to `reference`, in the order of the list. */
export function extend(selection: Selection, references: string[], reference: string): Selection {
  const from = selection.anchor === null ? -1 : references.indexOf(selection.anchor);
  const to = references.indexOf(reference);
  if (to < 0) return selection;
  if (from < 0) return toggle(selection, reference);
  const range = references.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...selection.chosen, ...range]), anchor: selection.anchor };
}

/** Selects all rows, at most `limit`. */
export function selectAll(references: string[], limit: number): Selection {
  const all = references.slice(0, limit);
  return { chosen: new Set(all), anchor: all[0] ?? null };
}

/** Drops what the list does not contain any more; null if that changes nothing. */
export function keep({ chosen, anchor }: Selection, references: string[]): Selection | null {
  const known = new Set(references);
  const kept = [...chosen].filter((each) => known.has(each));
  if (kept.length === chosen.size) return null;
  return { chosen: new Set(kept), anchor: anchor !== null && known.has(anchor) ? anchor : null };
}
