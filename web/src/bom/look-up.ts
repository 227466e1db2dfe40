import type { Products, Variations } from "../content/model.gen";

/**
 * PartState is the result of a line's look-up: "resolved" is one article, "ambiguous" are several
 * to choose from, "unknown" is a position that stays free text, a "heading" requests nothing.
 */
type PartState = "resolved" | "ambiguous" | "unknown" | "heading";

/** PartReason is why a "heading" requests nothing. */
export type PartReason =
  | "empty"
  | "header"
  | "heading"
  | "greeting"
  | "footer"
  | "date"
  | "phone"
  | "address"
  | "total"
  | "reference";

/** PartHint is a remark on reading a line; all but "many" and "contradiction" concern its quantity. */
export type PartHint = "assumed" | "rounded" | "separator" | "zero" | "limited" | "many" | "contradiction";

/** Part is an article of the content; without variation, the product itself. */
export interface Part {
  product: Products;
  variation: Variations | null;
}

/** PartLine is a line as the server read it (internal/bom). */
export interface PartLine {
  /** The place of the line in the list, from 1. */
  id: number;
  /** The line number in the pasted text, from 1; several articles of one line share it. */
  line: number;
  /** The buyer's own number of the position: "10", "1.2", "A-3". */
  position?: string;
  /** The line as pasted, or its part with one of several articles; with line breaks where a position covers several lines. */
  text: string;
  /** The part number, or "". */
  part: string;
  /** The other words of the line. */
  description: string;
  /** At least 1; 0 of a "heading". */
  quantity: number;
  /** Remarks: a certificate, a date of delivery, the column of remarks. */
  note?: string;
  state: PartState;
  /** Only of a "heading". */
  reason?: PartReason;
  hint?: PartHint;
  /** The `id` of the first line with the same article or text. */
  duplicateOf?: number;
  /** The slug of the only attribute in which the articles of an "ambiguous" line differ. */
  differs?: string;
  /** The number of matching articles; `items` holds the first of them. */
  all: number;
  items: readonly Part[];
}

/**
 * Reply is the reply of POST /api/parts. The request is a Bill and its language as JSON, or a form
 * (multipart/form-data) with the fields `language` and `file`: XLSX, ODS, or text in UTF-8, UTF-16 or
 * Windows-1252, of at most 10 MB. Articles and products that several lines share are in it
 * once: a line has indexes of `articles`, and an article the index of its product.
 */
interface Reply {
  data?: readonly (Omit<PartLine, "items"> & { articles: readonly number[] })[];
  articles?: readonly { product: number; variation: Variations | null }[];
  products?: readonly Products[];
  /** The text of a file, with tabs between cells; only in the reply for a file. */
  text?: string;
  errors?: readonly { message?: string }[];
}

/** linesOf returns the lines of a reply with their articles. */
function linesOf({ data = [], articles = [], products = [] }: Reply): readonly PartLine[] {
  const parts = articles.map(({ product, variation }) => ({ product: products[product] as Products, variation }));
  return data.map(({ articles: indexes, ...line }) => ({
    ...line,
    items: indexes.map((index) => parts[index] as Part),
  }));
}

/** Bill is a pasted text, or lines with separate part number and quantity. */
export type Bill = { text: string } | { lines: readonly GivenLine[] };

export interface GivenLine {
  part: string;
  quantity: number;
  note?: string;
  position?: string;
}

/** LookUpError has the server's message in the visitor's language, or "". */
export class LookUpError extends Error {}

/** The time limit of a look-up, in ms. */
const timeLimit = 60_000;

/** The statuses whose messages are meant for visitors: about size, the file and the rate limit; others are for logs. */
const forVisitors: ReadonlySet<number> = new Set([413, 422, 429]);

/** lookUp returns the articles of a bill's lines. It throws a LookUpError, or the signal's reason if aborted. */
export async function lookUp(bill: Bill, language: string, signal: AbortSignal): Promise<readonly PartLine[]> {
  const body =
    "lines" in bill ? { lines: bill.lines.map(({ part, quantity, note = "" }) => ({ part, quantity, note })) } : bill;
  const lines = linesOf(
    await post(JSON.stringify({ ...body, language }), { "Content-Type": "application/json" }, signal),
  );
  // The server does not read lines that are given; they keep their positions here.
  if (!("lines" in bill)) return lines;
  return lines.map((line, index) => {
    const position = bill.lines[index]?.position;
    return position ? { ...line, position } : line;
  });
}

/** lookUpFile returns the text of a spreadsheet or text file with the articles of its lines; it throws as lookUp does. */
export async function lookUpFile(
  file: File,
  language: string,
  signal: AbortSignal,
): Promise<{ text: string; lines: readonly PartLine[] }> {
  const form = new FormData();
  form.append("language", language);
  form.append("file", file);
  const reply = await post(form, {}, signal);
  return { text: reply.text ?? "", lines: linesOf(reply) };
}

async function post(body: BodyInit, headers: Record<string, string>, signal: AbortSignal): Promise<Reply> {
  let response: Response;
  let reply: Reply;
  try {
    response = await fetch("/api/parts", {
      method: "POST",
      headers: { ...headers, Accept: "application/json" },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
    });
    reply = (await response.json()) as Reply;
  } catch (error) {
    signal.throwIfAborted();
    throw new LookUpError("", { cause: error });
  }
  if (!response.ok || !reply.data) {
    throw new LookUpError(forVisitors.has(response.status) ? (reply.errors?.[0]?.message ?? "") : "");
  }
  return reply;
}
