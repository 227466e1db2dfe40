import { useEffect } from "react";
import { textPageBlock } from "../content/blocks";
import { translation } from "../content/translation";
import { useContent } from "../content/use-content";
import { useOverlays } from "../lib/overlays";
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

/** Asks for the decision while there is none; shown only once the cookie was read. */
export function CookieBanner() {
  const texts = useCookieTexts();
  const { consent, read, decide } = useConsent();
  const show = useOverlays((state) => state.show);
  useEffect(read, [read]);
  if (consent !== "undecided") return null;
  return (
    <section className="ck" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className="t-small mut">
        {texts.text}{" "}
        <button type="button" className="ck-policy" onClick={() => show("policy")}>
          {texts.policy}
        </button>
      </p>
      <div className="act">
        <Button icon={null} onClick={() => decide("declined")}>
          {texts.decline}
        </Button>
        <Button icon={null} onClick={() => decide("accepted")}>
          {texts.accept}
        </Button>
      </div>
    </section>
  );
}

/** The policy's text, fetched when it is opened. */
export function CookiePolicy() {
  const texts = useCookieTexts();
  return (
    <Panel name="policy" label={texts.policy} className="modal">
      <PolicyText />
    </Panel>
  );
}

function PolicyText() {
  const { language } = usePage();
  const block = useContent(textPageBlock("cookie-policy", language));
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  return (
    <div className="panel-b">
      <Markup className="prose" html={translation(block.data?.[0], language)?.content} />
    </div>
  );
}
