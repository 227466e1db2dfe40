import { useEffect, useRef } from "react";
import { textPageBlock } from "../content/blocks";
import { languageOf, translation } from "../content/translation";
import { useContent } from "../content/use-content";
import { overlayId, useOverlays } from "../lib/overlays";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Button } from "../ui/button";
import { Markup } from "../ui/markup";
import { useConsent } from "./consent";
import { Panel } from "./overlay";

const useCookieTexts = defineTexts({
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

/** Tells the styles how much of the window's lower edge the banner takes; returns what takes it back. */
function keepClear(banner: HTMLElement): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    root.style.setProperty("--banner-h", `${window.innerHeight - banner.offsetTop}px`);
  });
  observer.observe(banner);
  return () => {
    observer.disconnect();
    root.style.removeProperty("--banner-h");
  };
}

/** Moves the focus to the banner; returns what brings it back. */
function takeFocus(banner: HTMLElement): () => void {
  const before = document.activeElement;
  banner.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** Both answers on one level, neither heavier than the other. */
function Decision({ onDecided }: { onDecided?: () => void }) {
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

/** The policy's text, fetched when it is opened, with the same two answers. */
export function CookiePolicy() {
  const texts = useCookieTexts();
  const close = useOverlays((state) => state.close);
  return (
    <Panel name="policy" label={texts.policy} className="modal">
      {/* Scrolls: it can be focused, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <section className="panel-b" aria-label={texts.policy} tabIndex={0}>
        <PolicyText />
      </section>
      <div className="panel-f">
        <Decision onDecided={() => close("policy")} />
      </div>
    </Panel>
  );
}

function PolicyText() {
  const { language } = usePage();
  const block = useContent(textPageBlock("cookie-policy", language));
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  const text = translation(block.data?.[0], language);
  return <Markup className="prose" html={text?.content} lang={languageOf(text, language)} />;
}
