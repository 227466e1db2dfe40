import type { Row } from "../api/schemas";

export type GroupName = "overdue" | "today" | "tomorrow" | "later" | "waiting" | "offered" | "answered" | "none";

export type Item = { type: "group"; group: GroupName; count: number | null } | { type: "row"; row: Row; index: number };

/** Returns the group of a request by its clock at `now`, in the days of this device. */
export function groupOf(
  { deadline, answered, state }: Pick<Row, "deadline" | "answered" | "state">,
  now: number,
): GroupName {
  if (deadline === null) {
    if (state === "waiting" || state === "offered") return state;
    return answered === null ? "none" : "answered";
  }
  const due = Date.parse(deadline);
  if (due <= now) return "overdue";
  const end = new Date(now);
  end.setHours(24, 0, 0, 0);
  if (due < end.getTime()) return "today";
  end.setDate(end.getDate() + 1);
  return due < end.getTime() ? "tomorrow" : "later";
}

/**
 * Puts a heading before each group of rows that are sorted by their deadline. A
 * group that may go on in rows not loaded yet (`complete` is false) has no count.
 */
export function groupRows(rows: Row[], now: number, complete: boolean): Item[] {
  const items: Item[] = [];
  let heading: Extract<Item, { type: "group" }> | undefined;
  for (const [index, row] of rows.entries()) {
    const group = groupOf(row, now);
    if (heading?.group !== group) {
      heading = { type: "group", group, count: 0 };
      items.push(heading);
    }
    if (heading.count !== null) heading.count++;
    items.push({ type: "row", row, index });
  }
  if (heading && !complete) heading.count = null;
  return items;
}

/** Returns rows as items without headings. */
export function plainRows(rows: Row[]): Item[] {
  return rows.map((row, index) => ({ type: "row", row, index }));
}
