/** Calls back when nothing more urgent is to be done. */
export function whenIdle(then: () => void): void {
  // Safari has no idle callbacks.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 500 });
  else window.setTimeout(then);
}
