import { flushSync } from "react-dom";
import { setTransition } from "./place";

/**
 * Animates the picture of a followed product to its page by a view transition,
 * where the browser has them (ui/view-transition.css). With reduced motion, and
 * between all other pages, the page changes without one.
 */
export function enableViewTransitions(): void {
  setTransition((update, link) => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = (link?.closest("article, li, tr") ?? link)?.querySelector<HTMLElement>(".stage img");
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
    if (still || !from || !document.startViewTransition) return update();
    let to: HTMLElement | null = null;
    setTransitionName(from, true);
    const { ready, finished } = document.startViewTransition(() => {
      flushSync(update);
      setTransitionName(from, false);
      to = document.querySelector("main .gal .stage img");
      setTransitionName(to, true);
    });
    // A hidden page, or one that is left meanwhile, changes without it.
    ready.catch(() => undefined);
    void finished.then(() => setTransitionName(to, false));
  });
}

function setTransitionName(picture: HTMLElement | null, present: boolean): void {
  picture?.style.setProperty("view-transition-name", present ? "picture" : "");
}
