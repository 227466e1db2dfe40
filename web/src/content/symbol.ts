/** symbolOf returns the symbol at the end of a label ("Länge L1", "Nenndruck PN"), as on the drawing; else the label. */
export function symbolOf(label: string): string {
  return /\s([A-Z]{1,3}\d?|[a-z]\d)$/.exec(label)?.[1] ?? label;
}
