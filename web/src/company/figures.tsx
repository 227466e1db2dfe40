import { useEffect, useRef, useState } from "react";
import type { Figure } from "./numbers";
import "./company.css";

/** The visible share of the list at which the figures rise. */
const visibleShare = 0.4;

/** The delay from one digit to the next, in ms. */
const digitDelay = 60;

/**
 * Figures shows figures with their labels. They rise once when they scroll into
 * view, one digit after the other; screen readers read each figure as a whole.
 */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [motion, setMotion] = useState<"" | "is-waiting" | "is-rising">("");
  useEffect(() => {
    if (!list.current || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    let waiting = false;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1);
        if (!seen) return;
        const { isIntersecting, intersectionRatio, intersectionRect, rootBounds } = seen;
        // In a small or zoomed window the list is taller than the viewport, so its share of the viewport counts too.
        const enough =
          intersectionRatio >= visibleShare || intersectionRect.height >= visibleShare * (rootBounds?.height ?? 0);
        if (!waiting && !isIntersecting) setMotion("is-waiting");
        if (waiting && isIntersecting && enough) setMotion("is-rising");
        // Figures that were visible at the start are not animated.
        if (isIntersecting && (enough || !waiting)) observer.disconnect();
        waiting = true;
      },
      { threshold: [0, 0.1, 0.2, 0.3, visibleShare] },
    );
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  if (figures.length === 0) return null;
  let digits = 0;
  return (
    <ul ref={list} className={`scale ${motion}`.trim()}>
      {figures.map(({ value, subtitle }, place) => (
        // Keyed by index: a change of language must not restart the animation.
        <li key={place}>
          <b className="tnum">
            {motion ? (
              <>
                <i className="vh">{value}</i>
                <i aria-hidden="true">
                  {Array.from(value).map((digit, index) => (
                    <i key={index} className="digit" style={{ animationDelay: `${digits++ * digitDelay}ms` }}>
                      {digit}
                    </i>
                  ))}
                </i>
              </>
            ) : (
              value
            )}
          </b>
          <span>{subtitle}</span>
        </li>
      ))}
    </ul>
  );
}
