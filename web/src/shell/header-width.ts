/**
 * Returns how the header fits the window, estimated from its letters, which are 9 px
 * wide on average (12 px in words of capitals), so that the server knows it too. `fits` is the width of the window
 * in px from which all entries are in view, undefined above 1920 px; below it,
 * shell.css shows the burger. A `full` header has icons for search and cart and
 * narrow entries from 1366 px as well.
 */
export function headerWidth(entries: readonly string[], labels: string, cart: string) {
  // The padding of an entry is as wide as 2 letters, of which the space is one, elsewhere as 5. The limits leave out the header's other parts.
  const narrow = lettersOf(`${entries.join(" ")} ${labels}`) + entries.length;
  const wide = narrow + lettersOf(cart) + entries.length * 3;
  return { fits: narrow <= 69 ? 1024 : narrow <= 96 ? 1366 : narrow <= 157 ? 1920 : undefined, full: wide > 91 };
}

/** Returns the length of a text in letters of average width. */
function lettersOf(text: string): number {
  return text.length + (text.match(/\p{L}\p{Lu}/gu)?.length ?? 0) * 0.6;
}
