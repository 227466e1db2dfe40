import { languageRules } from "../constants";
import { type Texts, textsIn } from "../i18n/texts";

const labels: Texts<{ sheet: string; address: string; printed: string; page: string }> = {
  "de-DE": { sheet: "Blatt", address: "Adresse", printed: "Gedruckt", page: "Seite" },
  "en-US": { sheet: "Sheet", address: "Address", printed: "Printed", page: "Page" },
  "fr-FR": { sheet: "Feuille", address: "Adresse", printed: "Imprimé", page: "Page" },
  "it-IT": { sheet: "Foglio", address: "Indirizzo", printed: "Stampato", page: "Pagina" },
};

/** printTitleBlock gives every printed sheet a title block at its foot, in the margin boxes of ui/print.css. */
export function printTitleBlock(): void {
  window.addEventListener("beforeprint", () => {
    const { dataset, style } = document.documentElement;
    const language = dataset.language ?? languageRules.text;
    const { sheet, address, printed, page } = textsIn(labels, language);
    const title = document.querySelector("h1")?.textContent ?? document.title;
    const { host, pathname, search } = window.location;
    const date = new Date().toLocaleDateString(language, { dateStyle: "medium" });
    style.setProperty("--sheet", lines(sheet, title));
    style.setProperty("--sheet-address", lines(address, breakable(decoded(host + pathname + search))));
    style.setProperty("--sheet-date", lines(`${printed} ${date}`, `${page} `));
  });
}

/** lines returns a CSS string of two lines. */
function lines(...texts: readonly [string, string]): string {
  return `"${texts.map((text) => text.replace(/[\n\u00ad]/g, "").replace(/["\\]/g, "\\$&")).join("\\a ")}"`;
}

/** breakable lets long words of a text, such as a token, be broken: Chromium ignores overflow-wrap in margin boxes. */
function breakable(text: string): string {
  return text.replace(/[^/]{12}(?=[^/]{12})/g, "$&\u200b");
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // not valid UTF-8
  }
}
