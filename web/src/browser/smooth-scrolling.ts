import type Lenis from "lenis";

// Smooths the steps of a mouse wheel. Touch pads, touch screens and keys scroll
// as the browser does; so does everything where less motion is wanted.

let lenis: Lenis | undefined;

/** Begins with the mouse's first movement and asks for frames only while it scrolls; returns what ends it. */
export function startSmoothScrolling(): () => void {
  const wanted = "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";
  // The first condition keeps the library out of the server's bundle.
  if (import.meta.env.SSR || !window.matchMedia(wanted).matches) return () => undefined;
  let ended = false;
  const load = () => {
    import("lenis").then(
      ({ default: Lenis }) => {
        if (!ended) lenis = run(new Lenis({ allowNestedScroll: true }));
      },
      // Without it the page scrolls as the browser does.
      () => undefined,
    );
  };
  window.addEventListener("pointermove", load, { once: true });
  return () => {
    ended = true;
    window.removeEventListener("pointermove", load);
    lenis?.destroy();
    lenis = undefined;
  };
}

/** Stops what is left of the wheel's way, since the page is about to stand elsewhere. */
export function haltSmoothScrolling(): void {
  lenis?.stop();
  lenis?.start();
}

function run(smooth: Lenis): Lenis {
  let frame = 0;
  const step = (time: number) => {
    smooth.raf(time);
    frame = smooth.isScrolling === "smooth" ? requestAnimationFrame(step) : 0;
  };
  smooth.on("virtual-scroll", () => {
    frame ||= requestAnimationFrame(step);
  });
  return smooth;
}
