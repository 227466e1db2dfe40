// ui/kept.tsx for the engine.

export const Kept = Symbol("Kept");
export const Live = Symbol("Live");

/** HTML, and between it what is rendered each time. */
export type Parts = readonly (string | { readonly live: unknown })[];

/** Kept parts by their names, for each key; a site has a few in each language. */
const shelves = new Map<string, Map<string, Parts>>();
const maxShelves = 32;

let shelf = new Map<string, Parts>();

export function keepUnder(key: string): void {
  const known = shelves.get(key);
  shelf = known ?? new Map();
  if (known) return;
  if (shelves.size >= maxShelves) shelves.clear();
  shelves.set(key, shelf);
}

export function keptParts(name: string): Parts | undefined {
  return shelf.get(name);
}

export function keep(name: string, parts: Parts): void {
  shelf.set(name, parts);
}
