/** What the flows need of a browser. Each engine is driven in the protocol it speaks. */
export interface Tab {
  /** Opens an address and waits until an expression is true in its document. */
  goto: (url: string, ready: string) => Promise<void>;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  /** The size of the page's area, in CSS px. */
  resize: (width: number, height: number) => Promise<void>;
  /** Brings the element into view and clicks its middle with the pointer. */
  click: (selector: string) => Promise<void>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** The value of an expression in the page. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Every message of the console and every uncaught error so far. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

export type Key = "Escape" | "Enter" | "Tab";

/** A running browser; each of its tabs has cookies and stores of its own. */
export interface Engine {
  open: (origin: string) => Promise<{ tab: Tab; url: string }>;
  stop: () => Promise<void>;
}

/** Asks again and again, at the pace of the browser's replies, until the answer is true. */
export async function until(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 60_000;
  let last: unknown;
  do {
    // In between, a question can meet a page that is just leaving.
    last = await ask().catch((error: unknown) => error);
    if (last === true) return;
  } while (Date.now() < end);
  throw new Error(`the browser did not come to the expected state, but to: ${String(last)}`);
}
