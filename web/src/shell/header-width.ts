/**
 * Returns how the header fits the window, estimated from its letters, which are 9 px
 * wide on average, so that the server knows it too. `fits` is the width of the window
 * in px from which all entries are in view, undefined above 1920 px; below it,
 * shell.css shows the burger. A `full` header has icons for search and cart and
 * narrow entries from 1366 px as well.
 */
export function headerWidth(entries: readonly string[], labels: string, cart: string) {
  // The padding of an entry is as wide as 2 letters, elsewhere as 5. The limits leave out the header's other parts.
  const narrow = (entries.join("") + labels).length + entries.length * 2;
  const wide = narrow + cart.length + entries.length * 3;
  return { fits: narrow <= 69 ? 1024 : narrow <= 96 ? 1366 : narrow <= 157 ? 1920 : undefined, full: wide > 91 };
}
