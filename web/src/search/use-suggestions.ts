import { useEffect, useState } from "react";
import { fetchContent } from "../content/client";
import { type Suggestions, suggestBlock } from "../content/listing";
import { usePage } from "../router/page-context";

/** The debounce delay before a query, in ms. */
const debounceDelay = 100;

interface Found {
  /** The query of the reply. */
  q: string;
  /** null if the query failed. */
  reply: Suggestions | null;
}

/**
 * useSuggestions returns the suggestions for the typed text; the last reply remains
 * until the next one is loaded. Replies to outdated queries are dropped.
 */
export function useSuggestions(text: string): { found: Found | null; reload: () => void } {
  const { language } = usePage();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const q = text.trim();
  // oxlint-disable-next-line react/exhaustive-deps -- a new attempt repeats the same query
  useEffect(() => {
    let outdated = false;
    const show = (reply: Suggestions | null) => {
      if (!outdated) setFound({ q, reply });
    };
    const timer = window.setTimeout(() => {
      if (q === "") setFound(null);
      else
        fetchContent(suggestBlock(q, language)).then(show, (error: unknown) => {
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
