import { useEffect, useRef } from "react";
import { writeStored } from "../../browser/storage";
import { sessionKeys } from "../../lazy-constants";
import { defineTexts } from "../../i18n/texts";
import { unionOnTube } from "../../ui/union-drawing";
import "../../ui/drawing.css";

const useHeroTexts = defineTexts({
  "de-DE": { ring: "Schneidring", cone: "24°-Konus", nut: "Überwurfmutter", tube: "Rohr" },
  "en-US": { ring: "Ferrule", cone: "24° cone", nut: "Nut", tube: "tube" },
  "fr-FR": { ring: "Bague coupante", cone: "Cône 24°", nut: "Écrou", tube: "tube" },
  "it-IT": { ring: "Anello tagliente", cone: "Cono 24°", nut: "Dado", tube: "tubo" },
});

/**
 * useOncePerSession returns the ref of the drawing, whose assembly animation plays
 * once per session. app/boot.ts sets data-hero before the first paint and the style
 * sheet animates; the hook removes the attribute at the end or on unmount.
 */
function useOncePerSession() {
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (!dataset.hero || !drawing.current) return undefined;
    writeStored(sessionKeys.heroSeen, "1", "sessionStorage");
    const end = () => {
      delete dataset.hero;
    };
    const parts = drawing.current.getAnimations({ subtree: true });
    void Promise.allSettled(parts.map(({ finished }) => finished)).then(end);
    return end;
  }, []);
  return drawing;
}

/** HeroDrawing shows a union in half section on a tube across the window, labelled in the page's language. */
export function HeroDrawing() {
  const texts = useHeroTexts();
  const drawing = useOncePerSession();
  return (
    <div className="hero-dwg">
      <svg
        ref={drawing}
        viewBox="-120 -36 240 72"
        role="img"
        aria-label={`${texts.ring}, ${texts.cone}, ${texts.tube}, ${texts.nut}`}
      >
        <g dangerouslySetInnerHTML={{ __html: unionOnTube }} />
        <g className="ann">
          <path
            className="dim"
            pathLength={1}
            d="M-28.6-13V-20M28.6-13V-20M19.4-7.6L22-21.6H23.6M14-6.9L8.6-21.6H7M-20-10.9L-22.4-21.6H-20.8"
          />
          <path className="dim" pathLength={1} d="M-28.6-18.6H28.6" markerStart="url(#ar)" markerEnd="url(#ar)" />
          <circle className="ln seat" cx="19.4" cy="-7.6" r=".42" />
          <text className="dimt" x="0" y="-19.3" textAnchor="middle">
            L1
          </text>
          <text className="dimt ring-name" x="24.1" y="-21.22">
            {texts.ring}
          </text>
          <text className="dimt" x="6.5" y="-21.25" textAnchor="end">
            {texts.cone}
          </text>
          <text className="dimt" x="-20.3" y="-21.25">
            {texts.nut}
          </text>
        </g>
        <g className="ann-s">
          <path className="dim" pathLength={1} d="M-28.6-13.4V-18M28.6-13.4V-18M-28.6-16.6H28.6" />
          <text className="dimt" x="0" y="-18" textAnchor="middle">
            24° · PN 630 · 12S
          </text>
        </g>
      </svg>
    </div>
  );
}
