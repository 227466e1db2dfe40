/** The elements in view, outermost first, each with its top in px from the window's; empty at the top of the page. */
let inView: { element: Element; top: number }[] = [];

/** Records what is in view before the page changes its texts; restoreViewAnchor scrolls back to it. */
export function captureViewAnchor(): void {
  inView = [];
  if (window.scrollY === 0) return;
  const height = window.innerHeight / 3;
  let within = [...document.querySelectorAll("#main > *, #main ~ * > footer")];
  while (within.length > 0) {
    const element = within.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top <= height && bottom > height;
    });
    if (element) inView.push({ element, top: element.getBoundingClientRect().top });
    within = [...(element?.children ?? [])];
  }
}

/** Scrolls so that the recorded element keeps its position in the window; to the top if none is left. */
export function restoreViewAnchor(): void {
  if (inView.length === 0) return;
  const kept = inView.findLast(({ element }) => element.isConnected);
  const top = kept ? window.scrollY + kept.element.getBoundingClientRect().top - kept.top : 0;
  window.scrollTo({ top, behavior: "instant" });
}
