/** The elements in view, from the outside inwards, each with its height in the window; empty at the top of the page. */
let inView: { element: Element; top: number }[] = [];

/** Records what is in view before the page changes its texts; restoreViewAnchor scrolls back to it. */
export function captureViewAnchor(): void {
  inView = [];
  if (window.scrollY === 0) return;
  const line = window.innerHeight / 3;
  let within = [...document.querySelectorAll("#main > *, #main ~ * > footer")];
  while (within.length > 0) {
    const element = within.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top <= line && bottom > line;
    });
    if (element) inView.push({ element, top: element.getBoundingClientRect().top });
    within = [...(element?.children ?? [])];
  }
}

/** Scrolls what was in view back to its height; to the top if nothing of it is left. */
export function restoreViewAnchor(): void {
  if (inView.length === 0) return;
  const kept = inView.findLast(({ element }) => element.isConnected);
  const top = kept ? window.scrollY + kept.element.getBoundingClientRect().top - kept.top : 0;
  window.scrollTo({ top, behavior: "instant" });
}
