import { cookies } from "../constants";
import { defineTexts } from "../i18n/texts";
import { expiry } from "../lazy-constants";
import { usePage } from "../router/page-context";

const day = 24;

interface Texts {
  title: string;
  item: (what: string, time: string) => string;
  /** A duration of one or more hours or days. */
  hours: (n: number) => string;
  days: (n: number) => string;
  /** Until someone erases it. */
  erased: string;
  onDevice: string;
  onServer: string;
  consent: string;
  language: string;
  viewport: string;
  cart: string;
  draft: string;
  queued: string;
  sent: string;
  settings: string;
  settingsUntil: string;
  request: string;
  address: string;
  unsentFiles: string;
}

const useTexts = defineTexts<Texts>({
  "de-DE": {
    title: "Was gespeichert wird, und wie lange",
    item: (what, time) => `${what}: ${time}`,
    hours: (n) => (n === 1 ? "1 Stunde" : `${n} Stunden`),
    days: (n) => (n === 1 ? "1 Tag" : `${n} Tage`),
    erased: "bis wir sie löschen",
    onDevice: "Auf Ihrem Gerät",
    onServer: "Auf unserem Server",
    consent: "cookie_consent (Cookie), Ihre Entscheidung zu Cookies",
    language: "selected-language (Cookie), die gewählte Sprache",
    viewport: "viewport (Cookie), die Bildschirmgröße",
    cart: "Warenkorb (lokaler Speicher), nach der letzten Änderung",
    draft: "Angaben in einem Formular, das Sie noch nicht gesendet haben (lokaler Speicher)",
    queued: "eine Anfrage, die auf eine Verbindung wartet (lokaler Speicher)",
    sent: "bis sie gesendet ist",
    settings: "Farbdarstellung, Einheiten, Sprache, Bildlauf (lokaler Speicher)",
    settingsUntil: "bis Sie sie im Browser löschen",
    request: "Personendaten und Dateien einer Anfrage",
    address: "IP-Adresse, von der eine Anfrage gesendet wurde",
    unsentFiles: "Dateien, die Sie angehängt, aber nicht gesendet haben",
  },
  "en-US": {
    title: "What is stored, and for how long",
    item: (what, time) => `${what}: ${time}`,
    hours: (n) => (n === 1 ? "1 hour" : `${n} hours`),
    days: (n) => (n === 1 ? "1 day" : `${n} days`),
    erased: "until we erase them",
    onDevice: "On your device",
    onServer: "On our server",
    consent: "cookie_consent (cookie), your decision on cookies",
    language: "selected-language (cookie), the chosen language",
    viewport: "viewport (cookie), the screen size",
    cart: "cart (local storage), after the last change",
    draft: "entries in a form that you have not sent yet (local storage)",
    queued: "a request that waits for a connection (local storage)",
    sent: "until it is sent",
    settings: "color mode, units, language, scroll positions (local storage)",
    settingsUntil: "until you delete them in the browser",
    request: "personal data and files of a request",
    address: "IP address from which a request was sent",
    unsentFiles: "files that you attached but did not send",
  },
  "fr-FR": {
    title: "Ce qui est enregistré, et pendant combien de temps",
    item: (what, time) => `${what} : ${time}`,
    hours: (n) => (n === 1 ? "1 heure" : `${n} heures`),
    days: (n) => (n === 1 ? "1 jour" : `${n} jours`),
    erased: "jusqu’à leur effacement par nos soins",
    onDevice: "Sur votre appareil",
    onServer: "Sur notre serveur",
    consent: "cookie_consent (cookie), votre décision concernant les cookies",
    language: "selected-language (cookie), la langue choisie",
    viewport: "viewport (cookie), la taille d’écran",
    cart: "panier (stockage local), après la dernière modification",
    draft: "saisies dans un formulaire que vous n’avez pas encore envoyé (stockage local)",
    queued: "une demande qui attend une connexion (stockage local)",
    sent: "jusqu’à son envoi",
    settings: "mode de couleur, unités, langue, défilement (stockage local)",
    settingsUntil: "jusqu’à ce que vous les effaciez dans le navigateur",
    request: "données personnelles et fichiers d’une demande",
    address: "adresse IP d’où une demande a été envoyée",
    unsentFiles: "fichiers joints que vous n’avez pas envoyés",
  },
  "it-IT": {
    title: "Che cosa viene memorizzato, e per quanto tempo",
    item: (what, time) => `${what}: ${time}`,
    hours: (n) => (n === 1 ? "1 ora" : `${n} ore`),
    days: (n) => (n === 1 ? "1 giorno" : `${n} giorni`),
    erased: "finché non li cancelliamo",
    onDevice: "Sul Suo dispositivo",
    onServer: "Sul nostro server",
    consent: "cookie_consent (cookie), la Sua decisione sui cookie",
    language: "selected-language (cookie), la lingua scelta",
    viewport: "viewport (cookie), la dimensione dello schermo",
    cart: "carrello (memoria locale), dopo l’ultima modifica",
    draft: "dati inseriti in un modulo non ancora inviato (memoria locale)",
    queued: "una richiesta in attesa di una connessione (memoria locale)",
    sent: "fino all’invio",
    settings: "modalità di colore, unità, lingua, scorrimento (memoria locale)",
    settingsUntil: "finché non li cancella nel browser",
    request: "dati personali e file di una richiesta",
    address: "indirizzo IP da cui è stata inviata una richiesta",
    unsentFiles: "file allegati ma non inviati",
  },
});

/** What the program stores about visitors, and for how long, as the server is configured. */
export function StoredData() {
  const { retention } = usePage();
  const texts = useTexts();
  if (!retention) return null;
  const { requestDays, addressDays, unsentFileHours } = retention;
  return (
    <section className="prose">
      <h2>{texts.title}</h2>
      <StoredOnDevice />
      <h3>{texts.onServer}</h3>
      <ul>
        <li>{texts.item(texts.request, requestDays > 0 ? texts.days(requestDays) : texts.erased)}</li>
        <li>{texts.item(texts.address, texts.days(addressDays))}</li>
        <li>{texts.item(texts.unsentFiles, texts.hours(unsentFileHours))}</li>
      </ul>
    </section>
  );
}

/** What the program stores in the browser, and for how long. */
export function StoredOnDevice() {
  const { retention } = usePage();
  const texts = useTexts();
  if (!retention) return null;
  const { consentHours, cartHours } = retention;
  const duration = (hours: number) => (hours > day && hours % day === 0 ? texts.days(hours / day) : texts.hours(hours));
  return (
    <>
      <h3>{texts.onDevice}</h3>
      <ul>
        <li>{texts.item(texts.consent, duration(consentHours))}</li>
        <li>{texts.item(texts.language, duration(cookies.language.maxAge / 3600))}</li>
        <li>{texts.item(texts.viewport, duration(cookies.viewport.maxAge / 3600))}</li>
        <li>{texts.item(texts.cart, duration(cartHours))}</li>
        <li>{texts.item(texts.draft, duration(expiry.draft / 60))}</li>
        <li>{texts.item(texts.queued, texts.sent)}</li>
        <li>{texts.item(texts.settings, texts.settingsUntil)}</li>
      </ul>
    </>
  );
}
