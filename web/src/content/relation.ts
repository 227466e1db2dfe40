/**
 * Returns the record of a relation; undefined if the relation is empty, its
 * target is not public, or the reply contains only the key.
 */
export function related<T extends object>(value: T | string | number | null | undefined): T | undefined {
  return typeof value === "object" && value !== null ? value : undefined;
}

/** Returns the records of a junction's rows in order, without those that are missing or not public. */
export function relatedAll<Row, T extends object>(
  rows: readonly Row[] | null | undefined,
  target: (row: Row) => T | string | number | null | undefined,
): readonly T[] {
  return (rows ?? []).flatMap((row) => related(target(row)) ?? []);
}
