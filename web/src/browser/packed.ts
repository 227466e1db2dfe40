import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/** Texts from this length on are compressed, in characters: local storage holds some 5 million in total. */
const minLength = 500_000;

/** A compressed text begins with this; a JSON text begins otherwise. */
const mark = "deflate:";

/** pack returns a JSON text for local storage, a long one compressed. */
export function pack(text: string): string {
  if (text.length < minLength) return text;
  return mark + btoa(strFromU8(deflateSync(strToU8(text), { level: 1 }), true));
}

/** unpack returns the text that pack was given, or null if the stored one is damaged. */
export function unpack(stored: string | null): string | null {
  if (!stored?.startsWith(mark)) return stored;
  try {
    return strFromU8(inflateSync(strToU8(atob(stored.slice(mark.length)), true)));
  } catch {
    return null;
  }
}
