import { useEffect, useState } from "react";
import { type Bill, LookUpError, lookUp, type PartLine } from "./look-up";

interface LookedUp {
  lines: readonly PartLine[];
  pending: boolean;
  /** The server's message, "" for a failure without a message, or null without failure. */
  failure: string | null;
  retry: () => void;
}

/** Found is the result of a look-up; `of` is its query. */
interface Found {
  of: string;
  lines: readonly PartLine[];
  failure: string | null;
}

const nothing: Found = { of: "", lines: [], failure: null };

/** The last lines found: a window that opens again, and the lines of a file, need no further request. */
let latest = nothing;

/** remember makes useLookUp return the lines of a text without a request. */
export function remember(text: string, language: string, lines: readonly PartLine[]): void {
  latest = { of: queryOf(text, language), lines, failure: null };
}

function queryOf(key: string, language: string): string {
  return `${language} ${key}`;
}

/** useLookUp looks a bill up when it changes. */
export function useLookUp(bill: Bill, language: string): LookedUp {
  // A long text is compared as it is, not encoded on each render.
  const isText = "text" in bill;
  const key = isText ? bill.text : JSON.stringify(bill.lines);
  const query = queryOf(key, language);
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<Found>(nothing);
  const found = [state, latest].find(({ of }) => of === query) ?? nothing;
  const known = found.of === query && found.failure === null;
  useEffect(() => {
    if (known) return undefined;
    const controller = new AbortController();
    const current = isText ? { text: key } : { lines: JSON.parse(key) as Extract<Bill, { lines: unknown }>["lines"] };
    lookUp(current, language, controller.signal).then(
      (lines) => {
        latest = { of: query, lines, failure: null };
        setState(latest);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState({ of: query, lines: [], failure: error instanceof LookUpError ? error.message : "" });
      },
    );
    return () => controller.abort();
  }, [known, isText, key, query, language, tries]);
  return {
    lines: found.lines,
    failure: found.failure,
    pending: found.of !== query,
    retry: () => {
      setState(nothing);
      setTries((count) => count + 1);
    },
  };
}
