/** What the flows need of a browser tab. Each engine implements it with its own protocol. */
export interface Tab {
  /** Opens an address and waits until an expression is true in its document. */
  goto: (url: string, ready: string) => Promise<void>;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  /** Sets the size of the viewport, in CSS px. */
  resize: (width: number, height: number) => Promise<void>;
  /** Scrolls an element into view and clicks its centre with the pointer. */
  click: (selector: string) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Returns all console messages and uncaught errors so far. */
  pageErrors: () => Promise<string[]>;
  close: () => Promise<void>;
}

export type Key = "Escape" | "Enter" | "Tab";

/** A running browser; each of its tabs has its own cookies and storage. */
export interface Engine {
  open: (origin: string) => Promise<{ tab: Tab; url: string }>;
  stop: () => Promise<void>;
}

/** Polls a condition, without a pause between replies, until it is true. */
export async function until(condition: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 60_000;
  let last: unknown;
  do {
    // During a navigation the page may be gone, and the call fails.
    last = await condition().catch((error: unknown) => error);
    if (last === true) return;
  } while (Date.now() < end);
  throw new Error(`wait for the browser: last state: ${String(last)}`);
}
