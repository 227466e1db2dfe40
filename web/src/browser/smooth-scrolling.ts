import type Lenis from "lenis";

// Smooths the steps of a mouse wheel. Touch screens and keys scroll natively, and
// so does everything with reduced motion.

let lenis: Lenis | undefined;

/** Starts on the first mouse movement and requests frames only while scrolling; returns the function that stops it. */
export function startSmoothScrolling(): () => void {
  const condition = "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";
  // The first condition keeps the library out of the server's bundle.
  if (import.meta.env.SSR || !window.matchMedia(condition).matches) return () => undefined;
  let ended = false;
  const load = () => {
    import("lenis").then(
      ({ default: Lenis }) => {
        if (!ended) lenis = run(new Lenis({ allowNestedScroll: true }));
      },
      // If it cannot be loaded, the page scrolls natively.
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

/** Cancels the running smooth scroll before the position is set. */
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
