/** Calls back when the browser is idle, after 500 ms at the latest. */
export function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 500 });
  else window.setTimeout(then);
}
