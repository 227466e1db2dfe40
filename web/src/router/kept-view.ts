/** What is in view, from the outside inwards, each with its height in the window; empty where nothing is to be kept. */
let inView: { element: Element; top: number }[] = [];

/** Notes what is in view before the page changes its texts; `keepView` keeps it there. */
export function rememberView(): void {
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

/** Puts what was in view back to its height; to the top if nothing of it is left. */
export function keepView(): void {
  if (inView.length === 0) return;
  const kept = inView.findLast(({ element }) => element.isConnected);
  const top = kept ? window.scrollY + kept.element.getBoundingClientRect().top - kept.top : 0;
  window.scrollTo({ top, behavior: "instant" });
}
