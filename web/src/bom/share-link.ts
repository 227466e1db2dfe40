import { type CartItem, maxKey, maxNote, maxQuantity } from "../domain/cart-item";
import { maxPosition } from "./line-choices";
import type { GivenLine } from "./look-up";

/** The maximum length of a fragment in characters, for writing and reading. */
const maxLength = 8192;

/**
 * fragmentOf returns a cart as the fragment of a link, such as
 * `FR-GV-12S-71=10&FR-MS-12S-71=1~in%20boxes~20` with a note and a position, or null
 * if the cart is too large. A fragment is not sent to the server, so it is in no log. Articles, bundles and
 * free text are all identified by the cart item's part number.
 */
export function fragmentOf(items: readonly CartItem[]): string | null {
  const fragment = items
    .map(({ sku, slug, quantity, meta }) => {
      const position = meta.position ? `~${encode(meta.position)}` : "";
      const note = meta.note || position ? `~${encode(meta.note ?? "")}` : "";
      return `${encode(sku || slug)}=${quantity}${note}${position}`;
    })
    .join("&");
  return fragment.length > maxLength ? null : fragment;
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("~", "%7E");
}

/** Shared is the content of a fragment: a cart, one that exceeds the limits, or null for no cart. */
export type Shared = { lines: readonly GivenLine[] } | "too-large" | null;

/** sharedIn parses the fragment of an untrusted link; the result contains plain text only. */
export function sharedIn(fragment: string): Shared {
  const text = fragment.replace(/^#/, "");
  // A fragment without "=" is an anchor such as #main.
  if (!text.includes("=")) return null;
  if (text.length > maxLength) return "too-large";
  return { lines: text.split("&").filter(Boolean).flatMap(lineOf) };
}

function lineOf(pair: string): GivenLine[] {
  const [name = "", rest = ""] = splitOnce(pair, "=");
  const [amount = "", note = "", position = ""] = rest.split("~");
  const part = decode(name).slice(0, maxKey);
  if (part === "") return [];
  const quantity = /^\d{1,9}$/.test(amount) ? Math.min(maxQuantity, Math.max(1, Number(amount))) : 1;
  const decodedNote = decode(note).slice(0, maxNote);
  const decodedPosition = decode(position).slice(0, maxPosition);
  return [
    {
      part,
      quantity,
      ...(decodedNote ? { note: decodedNote } : {}),
      ...(decodedPosition ? { position: decodedPosition } : {}),
    },
  ];
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // The link is truncated within an escape sequence: use the text undecoded.
  }
  // oxlint-disable-next-line no-control-regex -- control and formatting characters are removed
  return decoded.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}
