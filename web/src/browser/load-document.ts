/** Loads the document of an address. The promise never resolves, since the page is unloaded. */
export function loadDocument(to: URL): Promise<never> {
  // After Back and Forward the address is already current; assigning it could load nothing.
  if (to.href === window.location.href) window.location.reload();
  else window.location.assign(to);
  return new Promise(() => {});
}
