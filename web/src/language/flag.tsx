// Flags of the languages that the specification names, by flag code ("gb"). They
// are markup strings, which render faster than elements; every page has two flags.
const drawings: Readonly<Record<string, string>> = {
  de: stripes("#111", "#D00", "#FFCE00"),
  fr: bands("#002654", "#fff", "#CE1126"),
  it: bands("#009246", "#fff", "#CE2B37"),
  ru: stripes("#fff", "#0039A6", "#D52B1E"),
  es: field("#AA151B") + `<path fill="#F1BF00" d="M0 4h24v8H0z"/>`,
  br:
    field("#009C3B") +
    `<path fill="#FFDF00" d="M12 2l9 6-9 6-9-6z"/>` +
    `<circle cx="12" cy="8" r="3" fill="#002776"/>`,
  sa: field("#006C35"),
  us:
    field("#fff") +
    `<path stroke="#B22234" stroke-width="1.3" d="M0 .6h24M0 3.1h24M0 5.6h24M0 8h24M0 10.5h24M0 13h24M0 15.4h24"/>` +
    `<path fill="#3C3B6E" d="M0 0h10v8.6H0z"/>`,
  gb:
    field("#012169") +
    lines("M0 0l24 16M24 0L0 16", "#fff", 3.2) +
    lines("M0 0l24 16M24 0L0 16", "#C8102E", 1.2) +
    lines("M12 0v16M0 8h24", "#fff", 5) +
    lines("M12 0v16M0 8h24", "#C8102E", 3),
};

const byLanguage: Record<string, string> = {
  "ru-RU": "ru",
  "en-US": "us",
  "de-DE": "de",
  "fr-FR": "fr",
  "es-ES": "es",
  "it-IT": "it",
  "pt-BR": "br",
  "ar-SA": "sa",
};

/** A language's flag: the record's own, else that of the language code, else a grey box with the code. */
export function Flag({ flag, code }: { flag?: string | null | undefined; code: string }) {
  const drawing = drawings[flag ?? ""] ?? drawings[byLanguage[code] ?? ""] ?? plate(code);
  return <svg className="flag" viewBox="0 0 24 16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />;
}

/** lettersOf returns the language of a code in capitals: DE of de-DE. */
export function lettersOf(code: string): string {
  return code.replace(/-.*/, "").toUpperCase();
}

function plate(code: string): string {
  return `${field("#8b959a")}<text x="12" y="11.5" fill="#fff" font-size="9" text-anchor="middle">${lettersOf(code)}</text>`;
}

function field(colour: string): string {
  return `<path fill="${colour}" d="M0 0h24v16H0z"/>`;
}

function lines(path: string, colour: string, width: number): string {
  return `<path d="${path}" stroke="${colour}" stroke-width="${width}"/>`;
}

function stripes(...colours: string[]): string {
  return colours.map((colour, index) => `<path fill="${colour}" d="M0 ${(index * 16) / 3}h24v${16 / 3}H0z"/>`).join("");
}

function bands(...colours: string[]): string {
  return colours.map((colour, index) => `<path fill="${colour}" d="M${index * 8} 0h8v16h-8z"/>`).join("");
}
