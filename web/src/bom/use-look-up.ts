import { useEffect, useState } from "react";
import { type Bill, LookUpError, lookUp, type PartLine } from "./look-up";

/** From the last letter to the look-up, in ms. */
const pause = 250;

interface LookedUp {
  lines: readonly PartLine[];
  /** The lines are not those of the present bill yet. */
  pending: boolean;
  /** What the server said; "" where it said nothing that helps; null without failure. */
  failure: string | null;
  retry: () => void;
}

/** Looks a bill up whenever it changes; the former lines stay until the next are there. null is an empty one. */
export function useLookUp(bill: Bill | null, language: string): LookedUp {
  const key = JSON.stringify(bill);
  const [tries, setTries] = useState(0);
  const question = `${language} ${tries} ${key}`;
  const [found, setFound] = useState<{ of: string; lines: readonly PartLine[]; failure: string | null }>({
    of: "",
    lines: [],
    failure: null,
  });
  useEffect(() => {
    const asked = JSON.parse(key) as Bill | null;
    if (asked === null) {
      setFound({ of: question, lines: [], failure: null });
      return undefined;
    }
    const ending = new AbortController();
    const timer = window.setTimeout(
      () => {
        lookUp(asked, language, ending.signal).then(
          (lines) => setFound({ of: question, lines, failure: null }),
          (error: unknown) => {
            if (ending.signal.aborted) return;
            setFound({ of: question, lines: [], failure: error instanceof LookUpError ? error.message : "" });
          },
        );
      },
      "text" in asked ? pause : 0,
    );
    return () => {
      window.clearTimeout(timer);
      ending.abort();
    };
  }, [question, key, language]);
  return {
    lines: found.lines,
    failure: found.failure,
    pending: found.of !== question,
    retry: () => setTries((count) => count + 1),
  };
}
