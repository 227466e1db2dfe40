/**
 * Shows or hides the notice that a chunk could not be loaded
 * (shell/unavailable-notice.tsx). It is an attribute and not React state because
 * app/boot.ts sets it too, when the application itself cannot be loaded.
 */
export function setUnavailable(shown: boolean): void {
  document.documentElement.toggleAttribute("data-unavailable", shown);
}
