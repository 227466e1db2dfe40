import { flushSync } from "react-dom";
import { setTransition } from "./place";

/**
 * Animates the picture of a product link to the product's page by a view
 * transition (ui/view-transition.css). Navigations between other pages, with
 * reduced motion or in browsers without view transitions have none.
 */
export function enableViewTransitions(): void {
  setTransition((update, link) => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = (link?.closest("article, li, tr") ?? link)?.querySelector<HTMLImageElement>(".stage img");
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
    if (still || !from || !document.startViewTransition) return update();
    let to: HTMLImageElement | null = null;
    const loaded = from.currentSrc;
    setTransitionName(from, true);
    const { ready, finished } = document.startViewTransition(() => {
      flushSync(update);
      setTransitionName(from, false);
      to = document.querySelector<HTMLImageElement>("main .gal .stage img");
      if (to && loaded) showUntilLoaded(to, loaded);
      setTransitionName(to, true);
    });
    // The browser skips the transition if the page is hidden or another navigation follows.
    ready.catch(() => undefined);
    void finished.then(() => setTransitionName(to, false));
  });
}

function setTransitionName(picture: HTMLElement | null, present: boolean): void {
  picture?.style.setProperty("view-transition-name", present ? "picture" : "");
}

/** Shows the picture that the list has loaded below the large one until that is loaded. */
function showUntilLoaded(picture: HTMLImageElement, loaded: string): void {
  if (picture.complete) return;
  picture.style.background = `center / contain no-repeat url(${JSON.stringify(loaded)})`;
  const end = () => {
    picture.style.background = "";
  };
  picture.addEventListener("load", end, { once: true });
  picture.addEventListener("error", end, { once: true });
}
