/**
 * Shows or hides the notice (shell/unavailable-notice.tsx) that a part of the program
 * could not be loaded. An attribute and not a state, since app/boot.ts sets it too
 * where the whole program is missing.
 */
export function setUnavailable(shown: boolean): void {
  document.documentElement.toggleAttribute("data-unavailable", shown);
}
