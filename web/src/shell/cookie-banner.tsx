import { useEffect, useRef } from "react";
import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { Button } from "../ui/button";
import { useConsent } from "./cookie-consent";

export const useCookieTexts = defineTexts({
  "de-DE": {
    title: "Cookies",
    text: "Technisch nötige Cookies speichern Sprache und Ihre Entscheidung. Statistik gibt es keine.",
    policy: "Cookie-Richtlinie",
    accept: "Annehmen",
    decline: "Ablehnen",
  },
  "en-US": {
    title: "Cookies",
    text: "Technically required cookies store the language and your decision. There are no statistics.",
    policy: "Cookie policy",
    accept: "Accept",
    decline: "Decline",
  },
  "fr-FR": {
    title: "Cookies",
    text: "Des cookies techniques enregistrent la langue et votre choix. Il n’y a pas de statistiques.",
    policy: "Politique relative aux cookies",
    accept: "Accepter",
    decline: "Refuser",
  },
  "it-IT": {
    title: "Cookie",
    text: "I cookie tecnici memorizzano la lingua e la Sua scelta. Non ci sono statistiche.",
    policy: "Informativa sui cookie",
    accept: "Accetta",
    decline: "Rifiuta",
  },
});

/**
 * Asks for the decision while there is none. It is no modal: the page stays
 * usable, and what the banner covers can be scrolled out from under it.
 */
export function CookieBanner() {
  const texts = useCookieTexts();
  const { consent, visible, recalled, read } = useConsent();
  const show = useOverlays((state) => state.show);
  const banner = useRef<HTMLElement>(null);
  const shown = consent === "undecided" && visible;
  // The decision may have been taken in another tab meanwhile, or have expired.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") read();
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [read]);
  useEffect(() => (shown && banner.current ? keepClear(banner.current) : undefined), [shown]);
  useEffect(() => (shown && recalled && banner.current ? takeFocus(banner.current) : undefined), [shown, recalled]);
  if (!shown) return null;
  return (
    <section ref={banner} className="ck" aria-label={texts.title} tabIndex={-1}>
      <h2>{texts.title}</h2>
      <p className="t-small mut">
        {texts.text}{" "}
        <button
          type="button"
          className="ck-policy"
          aria-haspopup="dialog"
          aria-controls={overlayId("policy")}
          onClick={() => show("policy")}
        >
          {texts.policy}
        </button>
      </p>
      <Decision />
    </section>
  );
}

/**
 * What is focused or scrolled to stays clear of the banner, and the page's end
 * can be scrolled above it. Not by a custom property: all elements would inherit
 * it, and each would be styled anew. Returns what takes it back.
 */
function keepClear(banner: HTMLElement): () => void {
  const { documentElement: root, body } = document;
  const observer = new ResizeObserver(() => {
    const height = window.innerHeight - banner.offsetTop;
    root.style.scrollPaddingBottom = `${height + breathing}px`;
    body.style.paddingBottom = `${height}px`;
  });
  observer.observe(banner);
  return () => {
    observer.disconnect();
    root.style.scrollPaddingBottom = "";
    body.style.paddingBottom = "";
  };
}

/** What is scrolled to keeps this distance from the banner, in px, as from the window's edge (cookies.css). */
const breathing = 16;

/** Moves the focus to the banner; returns what brings it back. */
function takeFocus(banner: HTMLElement): () => void {
  const before = document.activeElement;
  banner.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** Both answers on one level, neither heavier than the other. */
export function Decision({ onDecided }: { onDecided?: () => void }) {
  const texts = useCookieTexts();
  const { accept, decline } = useConsent();
  const answer = (decide: () => void) => () => {
    decide();
    onDecided?.();
  };
  return (
    <div className="ck-act">
      <Button icon={null} onClick={answer(decline)}>
        {texts.decline}
      </Button>
      <Button icon={null} onClick={answer(accept)}>
        {texts.accept}
      </Button>
    </div>
  );
}
