import { useConsent } from "./cookie-consent";

/** Resets the decision, so that the banner asks again. */
export function CookieSettings({ label }: { label: string }) {
  const reset = useConsent((state) => state.reset);
  return (
    <button type="button" onClick={reset}>
      {label}
    </button>
  );
}
