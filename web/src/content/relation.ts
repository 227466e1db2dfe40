/**
 * The record behind a relation; undefined where the relation is empty, its
 * target is not public, or only the key came.
 */
export function related<T extends object>(value: T | string | number | null | undefined): T | undefined {
  return typeof value === "object" && value !== null ? value : undefined;
}

/** The records of a junction's rows, in the rows' order; what is missing or not public is left out. */
export function relatedAll<Row, T extends object>(
  rows: readonly Row[] | null | undefined,
  target: (row: Row) => T | string | number | null | undefined,
): readonly T[] {
  return (rows ?? []).flatMap((row) => related(target(row)) ?? []);
}
