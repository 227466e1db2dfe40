/** How long a change of page, or the opening of a menu, waits for content before it shows a loading state, in ms. */
const patience = 400;

/** Resolves with the promise, or when patience ends. */
export function withPatience(promise: Promise<unknown>, time = patience): Promise<unknown> {
  return Promise.race([promise, delay(time)]);
}

export function delay(time: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, time);
  });
}
