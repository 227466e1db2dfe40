import type { Products, Variations } from "../content/model.gen";

/** What a line of a bill of materials became; "heading": it asks for nothing. */
type PartState = "resolved" | "ambiguous" | "unknown" | "heading";

/** What was read into a line: all but "many" are about its quantity. */
export type PartHint = "assumed" | "rounded" | "separator" | "zero" | "limited" | "many";

/** An article as the content has it; without variation, the product itself. */
export interface Part {
  product: Products;
  variation: Variations | null;
}

/** A line as the server reads it (internal/bom). */
export interface PartLine {
  /** Of the pasted text, from 1. */
  line: number;
  text: string;
  /** The part number; "" where only words say what is meant. */
  part: string;
  /** The other words of the line. */
  description: string;
  /** At least 1. */
  quantity: number;
  note?: string;
  state: PartState;
  hint?: PartHint;
  /** How many articles fit; the first of them are the items. */
  all: number;
  items: readonly Part[];
}

/** A pasted text, or lines of which part and quantity are known apart. */
export type Bill = { text: string } | { lines: readonly GivenLine[] };

export interface GivenLine {
  part: string;
  quantity: number;
  note?: string;
}

/** The server's answer in the visitor's language, or "" where there is none. */
export class LookUpError extends Error {}

/** Asks which articles the lines of a bill stand for. It throws a LookUpError, or what an aborted request throws. */
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
    // What else fails is told to people who read logs.
    const told = response.status === 413 || response.status === 429;
    throw new LookUpError(told ? (reply.errors?.[0]?.message ?? "") : "");
  }
  return reply.data;
}
