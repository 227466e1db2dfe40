/**
 * Leaves an address to the browser, which loads its document anew. The promise
 * never resolves: the page is on its way out.
 */
export function loadDocument(to: URL): Promise<never> {
  // After Back and Forward the address is there already, and going to it would load nothing.
  if (to.href === window.location.href) window.location.reload();
  else window.location.assign(to);
  return new Promise(() => {});
}
