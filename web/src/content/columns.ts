/**
 * Returns the `count` rows that a column of the document's state encodes: a list
 * is the rows themselves; a record has a column per field, or under "" the
 * columns of lists; any other value is the same in each row (Go: page/columns.go).
 */
export function expandColumn(column: unknown, count: number): readonly unknown[] {
  if (Array.isArray(column)) return column;
  const rows = Array.from<unknown>({ length: count });
  if (typeof column !== "object" || column === null) return rows.fill(column);
  const { "": lists, "#": lengths } = column as Readonly<Record<string, unknown>>;
  if (lists !== undefined && lengths !== undefined) {
    const each = expandColumn(lengths, count) as readonly number[];
    const items = expandColumn(
      lists,
      each.reduce((sum, length) => sum + length, 0),
    );
    let end = 0;
    return each.map((length) => items.slice(end, (end += length)));
  }
  const places = Object.entries((lists ?? column) as object).map(
    ([name, place]) => [name, expandColumn(place, count)] as const,
  );
  return rows.map((_, row) => {
    const made = (lists ? [] : {}) as Record<string, unknown>;
    for (const [name, values] of places) made[name] = values[row];
    return made;
  });
}

/** Returns a query's key in the document's state: a 32-bit polynomial hash of its UTF-16 units, base 31 (Go: page/columns.go). */
export function queryHash(query: string): string {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum = (Math.imul(sum, 31) + query.charCodeAt(at)) >>> 0;
  return sum.toString(36);
}
