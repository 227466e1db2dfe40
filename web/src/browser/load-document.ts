/** Loads the document of an address. The promise never resolves, since the page is unloaded. */
export function loadDocument(to: URL): Promise<never> {
  const { origin, pathname, search, hash } = window.location;
  if (to.origin + to.pathname + to.search !== origin + pathname + search) window.location.assign(to);
  else {
    // After Back and Forward the address is already current; assigning it, or another fragment, could load nothing.
    if (to.hash !== hash) window.location.hash = to.hash;
    window.location.reload();
  }
  return new Promise(() => {});
}
