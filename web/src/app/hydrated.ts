/**
 * markHydrated sets `data-hydrated` (header), `data-live` (page), `data-footer` or `data-banner` on the root element and
 * dispatches the event "hydrated", at which app/boot.ts replays the part's queued clicks.
 */
export function markHydrated(part: "hydrated" | "live" | "footer" | "banner"): void {
  document.documentElement.dataset[part] = "";
  window.dispatchEvent(new Event("hydrated"));
}
