import { useEffect, useRef } from "react";
import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { Button } from "../ui/button";
import { useConsent } from "./cookie-consent";

export const useCookieTexts = defineTexts({
  "de-DE": {
    title: "Cookies",
    text: "Technisch nötige Cookies speichern Sprache, Bildschirmgröße und Ihre Entscheidung. Statistik gibt es keine.",
    policy: "Cookie-Richtlinie",
    accept: "Annehmen",
    decline: "Ablehnen",
  },
  "en-US": {
    title: "Cookies",
    text: "Technically required cookies store the language, the screen size and your decision. There are no statistics.",
    policy: "Cookie policy",
    accept: "Accept",
    decline: "Decline",
  },
  "fr-FR": {
    title: "Cookies",
    text: "Des cookies techniques enregistrent la langue, la taille d’écran et votre choix. Il n’y a pas de statistiques.",
    policy: "Politique relative aux cookies",
    accept: "Accepter",
    decline: "Refuser",
  },
  "it-IT": {
    title: "Cookie",
    text: "I cookie tecnici memorizzano la lingua, la dimensione dello schermo e la Sua scelta. Non ci sono statistiche.",
    policy: "Informativa sui cookie",
    accept: "Accetta",
    decline: "Rifiuta",
  },
});

/**
 * Asks for the cookie decision. It is part of every document and shows while there
 * is none (data-undecided); without scripts, which store it, it never does. It is
 * not modal: the page stays usable, and covered content can be scrolled into view.
 */
export function CookieBanner() {
  const texts = useCookieTexts();
  const { recalled, read } = useConsent();
  const show = useOverlays((state) => state.show);
  const banner = useRef<HTMLElement>(null);
  // The decision may have been made in another tab or have expired while this one was hidden.
  useEffect(() => {
    const readIfVisible = () => {
      if (document.visibilityState === "visible") read();
    };
    readIfVisible();
    document.addEventListener("visibilitychange", readIfVisible);
    return () => document.removeEventListener("visibilitychange", readIfVisible);
  }, [read]);
  useEffect(() => (recalled && banner.current ? takeFocus(banner.current) : undefined), [recalled]);
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

/** Moves the focus to the banner; returns the function that moves it back. */
function takeFocus(banner: HTMLElement): () => void {
  const before = document.activeElement;
  banner.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** The two answers, as buttons of equal weight. */
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
