import { type CartItem, maxKey, maxLines, maxNote, maxQuantity } from "../domain/cart-item";
import type { GivenLine } from "./look-up";

/** Characters of a cart in a link, for who makes one and for who opens it; it has as many lines as a request. */
const maxLength = 8192;

/**
 * A cart as the fragment of a link: `FR-GV-12S-71=10&FR-MS-12S-71=1~in%20boxes`.
 * A fragment stays in the browser: no server's log has it. Articles, sets and
 * the visitor's own words are all named by what stands as their part number.
 * null for a cart that is too large for a link.
 */
export function fragmentOf(items: readonly CartItem[]): string | null {
  if (items.length > maxLines) return null;
  const fragment = items
    .map(({ sku, slug, quantity, meta }) => {
      const note = meta.note ? `~${encode(meta.note)}` : "";
      return `${encode(sku || slug)}=${quantity}${note}`;
    })
    .join("&");
  return fragment.length > maxLength ? null : fragment;
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("~", "%7E");
}

/** What a fragment holds: a cart, something larger than we would ever write, or no cart at all. */
export type Shared = { lines: readonly GivenLine[] } | "too-large" | null;

/** Reads the fragment of a link, whoever wrote it. What it holds is text, and stays text. */
export function sharedIn(fragment: string): Shared {
  const text = fragment.replace(/^#/, "");
  // #main, say, is a place on the page.
  if (!text.includes("=")) return null;
  if (text.length > maxLength) return "too-large";
  const pairs = text.split("&").filter(Boolean);
  return pairs.length > maxLines ? "too-large" : { lines: pairs.flatMap(lineOf) };
}

function lineOf(pair: string): GivenLine[] {
  const [name = "", rest = ""] = splitOnce(pair, "=");
  const [amount = "", note = ""] = splitOnce(rest, "~");
  const part = decode(name).slice(0, maxKey);
  if (part === "") return [];
  const quantity = /^\d{1,9}$/.test(amount) ? Math.min(maxQuantity, Math.max(1, Number(amount))) : 1;
  const said = decode(note).slice(0, maxNote);
  return [{ part, quantity, ...(said ? { note: said } : {}) }];
}

function splitOnce(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // Somebody has cut the link: what is there is shown as it is.
  }
  // oxlint-disable-next-line no-control-regex -- those are what is taken out
  return decoded.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}
