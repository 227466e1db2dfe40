/** Symbols of attributes whose name has none. */
const symbols: Readonly<Record<string, string>> = { "tube-od": "d₁" };

/** symbolOf returns an attribute's symbol, as on drawings: the one at the end of its label ("Länge L1", "Nenndruck PN"); else the label. */
export function symbolOf(label: string, slug = ""): string {
  return symbols[slug] ?? /\s([A-Z]{1,3}\d?|[a-z]\d)$/.exec(label)?.[1] ?? label;
}
