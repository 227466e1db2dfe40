import { useEffect, useState } from "react";
import { fetchContent } from "../content/client";
import { type SearchReply, searchBlock } from "../content/search";
import { usePage } from "../router/page-context";

/** The debounce delay before a query, in ms. */
const debounceDelay = 100;

/** The number of rows of the overlay's main list. */
const rows = 8;

interface Found {
  /** The query of the reply. */
  q: string;
  /** null if the query failed. */
  reply: SearchReply | null;
}

/**
 * useSearch returns the results for the typed text; the last reply remains until
 * the next one is loaded. Replies to outdated queries are dropped.
 */
export function useSearch(text: string): { found: Found | null; reload: () => void } {
  const { language } = usePage();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const q = text.trim();
  // oxlint-disable-next-line react/exhaustive-deps -- a new attempt repeats the same query
  useEffect(() => {
    let outdated = false;
    const show = (reply: SearchReply | null) => {
      if (!outdated) setFound({ q, reply });
    };
    const timer = window.setTimeout(() => {
      if (q === "") setFound(null);
      else
        fetchContent(searchBlock(q, language, 1, rows)).then(show, (error: unknown) => {
          console.error(error);
          show(null);
        });
    }, debounceDelay);
    return () => {
      outdated = true;
      window.clearTimeout(timer);
    };
  }, [q, language, attempt]);
  return { found: q === "" ? null : found, reload: () => setAttempt((count) => count + 1) };
}
