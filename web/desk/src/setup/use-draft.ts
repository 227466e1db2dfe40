import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, saveDraft } from "../api/settings";

export type Saved = { at: number } | "waiting" | null;

/** What is typed in the set-up, stored at the server after 800 ms of rest and again until it succeeds. */
export function useDraft(initial: Draft): { draft: Draft; change: (part: Partial<Draft>) => void; saved: Saved } {
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState<Saved>(null);
  const [attempt, setAttempt] = useState(0);
  const stored = useRef(initial);
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  useEffect(() => {
    if (stored.current === draft) return;
    const timer = setTimeout(
      () => {
        saveDraft(draft).then(
          () => {
            stored.current = draft;
            setSaved({ at: Date.now() });
          },
          () => {
            setSaved("waiting");
            setAttempt((count) => count + 1);
          },
        );
      },
      attempt === 0 ? 800 : 3000,
    );
    return () => clearTimeout(timer);
  }, [draft, attempt]);
  return { draft, change, saved };
}
