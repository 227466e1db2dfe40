import { flushSync } from "react-dom";
import { showBy } from "./place";

/**
 * From now on the picture of a followed product travels to its page by the
 * browser's view transition, where there is one (ui/view-transition.css). With
 * reduced motion, and between all other pages, the page changes as it is.
 */
export function followTransitions(): void {
  showBy((update, link) => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = (link?.closest("article, li, tr") ?? link)?.querySelector<HTMLElement>(".stage img");
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
    if (still || !from || !document.startViewTransition) return update();
    let to: HTMLElement | null = null;
    travels(from, true);
    const { ready, finished } = document.startViewTransition(() => {
      flushSync(update);
      travels(from, false);
      to = document.querySelector("main .gal .stage img");
      travels(to, true);
    });
    // A hidden page, or one that is left meanwhile, changes without it.
    ready.catch(() => undefined);
    void finished.then(() => travels(to, false));
  });
}

function travels(picture: HTMLElement | null, does: boolean): void {
  picture?.style.setProperty("view-transition-name", does ? "picture" : "");
}
