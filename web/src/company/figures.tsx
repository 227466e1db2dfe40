import { useEffect, useRef, useState } from "react";
import type { Figure } from "./numbers";

/** The figures rise when this share of them is in view. */
const risesAt = 0.4;

/** From one digit to the next, in ms. */
const apart = 60;

/**
 * The figures with what they count. Where they come into view they rise once,
 * digit by digit; a figure is never counted, and is read out as one.
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
        // A small window, or a page made large, never shows that much of them.
        const enough = intersectionRatio >= risesAt || intersectionRect.height >= risesAt * (rootBounds?.height ?? 0);
        if (!waiting && !isIntersecting) setMotion("is-waiting");
        if (waiting && isIntersecting && enough) setMotion("is-rising");
        // What the visitor has already seen standing still stays so.
        if (isIntersecting && (enough || !waiting)) observer.disconnect();
        waiting = true;
      },
      { threshold: [0, 0.1, 0.2, 0.3, risesAt] },
    );
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  if (figures.length === 0) return null;
  let digits = 0;
  return (
    <ul ref={list} className={`scale ${motion}`.trim()}>
      {figures.map(({ value, subtitle }, place) => (
        // By place: in another language the figures stand still.
        <li key={place}>
          <b className="tnum">
            {motion ? (
              <>
                <i className="vh">{value}</i>
                <i aria-hidden="true">
                  {Array.from(value).map((digit, index) => (
                    <i key={index} className="digit" style={{ animationDelay: `${digits++ * apart}ms` }}>
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
