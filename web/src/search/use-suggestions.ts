import { useEffect, useState } from "react";
import { fetchContent } from "../content/client";
import { type Suggestions, suggestBlock } from "../content/listing";
import { usePage } from "../router/page-context";

/** How long a visitor pauses between two letters before the server is asked, in ms. */
const pause = 100;

interface Found {
  /** What was asked for. */
  q: string;
  /** null: the reply failed. */
  reply: Suggestions | null;
}

/**
 * What the search finds for what is typed: the last reply, until the next one
 * is there. Replies that are overtaken are dropped.
 */
export function useSuggestions(text: string): { found: Found | null; reload: () => void } {
  const { language } = usePage();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const q = text.trim();
  // oxlint-disable-next-line react/exhaustive-deps -- another attempt asks once more for the same
  useEffect(() => {
    let overtaken = false;
    const show = (reply: Suggestions | null) => {
      if (!overtaken) setFound({ q, reply });
    };
    const timer = window.setTimeout(() => {
      if (q === "") setFound(null);
      else
        fetchContent(suggestBlock(q, language)).then(show, (error: unknown) => {
          console.error(error);
          show(null);
        });
    }, pause);
    return () => {
      overtaken = true;
      window.clearTimeout(timer);
    };
  }, [q, language, attempt]);
  return { found: q === "" ? null : found, reload: () => setAttempt((count) => count + 1) };
}
