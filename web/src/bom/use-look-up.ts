import { useEffect, useState } from "react";
import { type Bill, LookUpError, lookUp, type PartLine } from "./look-up";

/** The debounce delay before a look-up, in ms. */
const debounceDelay = 250;

interface LookedUp {
  lines: readonly PartLine[];
  /** Whether the lines are still those of the previous bill. */
  pending: boolean;
  /** The server's message, "" for a failure without a message, or null without failure. */
  failure: string | null;
  retry: () => void;
}

/** useLookUp looks a bill up when it changes; the previous lines remain until the reply. A null bill is empty. */
export function useLookUp(bill: Bill | null, language: string): LookedUp {
  const key = JSON.stringify(bill);
  const [tries, setTries] = useState(0);
  const query = `${language} ${tries} ${key}`;
  const [found, setFound] = useState<{ of: string; lines: readonly PartLine[]; failure: string | null }>({
    of: "",
    lines: [],
    failure: null,
  });
  useEffect(() => {
    const current = JSON.parse(key) as Bill | null;
    if (current === null) {
      setFound({ of: query, lines: [], failure: null });
      return undefined;
    }
    const controller = new AbortController();
    const timer = window.setTimeout(
      () => {
        lookUp(current, language, controller.signal).then(
          (lines) => setFound({ of: query, lines, failure: null }),
          (error: unknown) => {
            if (controller.signal.aborted) return;
            setFound({ of: query, lines: [], failure: error instanceof LookUpError ? error.message : "" });
          },
        );
      },
      "text" in current ? debounceDelay : 0,
    );
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [query, key, language]);
  return {
    lines: found.lines,
    failure: found.failure,
    pending: found.of !== query,
    retry: () => setTries((count) => count + 1),
  };
}
