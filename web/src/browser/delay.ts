/** How long a navigation, or the opening of a menu, waits for content before it shows a loading state, in ms. */
const loadingDelay = 400;

/** Resolves with the promise, at the latest after `time` ms. */
export function waitAtMost(promise: Promise<unknown>, time = loadingDelay): Promise<unknown> {
  return Promise.race([promise, delay(time)]);
}

export function delay(time: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, time);
  });
}
