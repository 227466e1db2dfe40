import type { Products, Variations } from "../content/model.gen";

/** PartState is the result of a line's look-up; a "heading" requests nothing. */
type PartState = "resolved" | "ambiguous" | "unknown" | "heading";

/** PartHint is an assumption made in reading a line; all but "many" concern its quantity. */
export type PartHint = "assumed" | "rounded" | "separator" | "zero" | "limited" | "many";

/** Part is an article of the content; without variation, the product itself. */
export interface Part {
  product: Products;
  variation: Variations | null;
}

/** PartLine is a line as the server read it (internal/bom). */
export interface PartLine {
  /** The line number in the pasted text, from 1. */
  line: number;
  text: string;
  /** The part number, or "". */
  part: string;
  /** The other words of the line. */
  description: string;
  /** At least 1. */
  quantity: number;
  note?: string;
  state: PartState;
  hint?: PartHint;
  /** The number of matching articles; `items` holds the first of them. */
  all: number;
  items: readonly Part[];
}

/** Bill is a pasted text, or lines with separate part number and quantity. */
export type Bill = { text: string } | { lines: readonly GivenLine[] };

export interface GivenLine {
  part: string;
  quantity: number;
  note?: string;
}

/** LookUpError has the server's message in the visitor's language, or "". */
export class LookUpError extends Error {}

/** lookUp returns the articles of a bill's lines. It throws a LookUpError, or the signal's reason if aborted. */
export async function lookUp(bill: Bill, language: string, signal: AbortSignal): Promise<readonly PartLine[]> {
  let response: Response;
  let reply: { data?: readonly PartLine[]; errors?: readonly { message?: string }[] };
  try {
    response = await fetch("/api/parts", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ ...bill, language }),
      signal,
    });
    reply = (await response.json()) as typeof reply;
  } catch (error) {
    signal.throwIfAborted();
    throw new LookUpError("", { cause: error });
  }
  if (!response.ok || !reply.data) {
    // Only messages about size and rate limits are meant for visitors; others are for logs.
    const forVisitors = response.status === 413 || response.status === 429;
    throw new LookUpError(forVisitors ? (reply.errors?.[0]?.message ?? "") : "");
  }
  return reply.data;
}
