import type { ReactNode } from "react";

// Drawn for the languages the specification names; by flag code ("gb") and by language code.
const drawings: Record<string, ReactNode> = {
  de: stripes("#111", "#D00", "#FFCE00"),
  fr: bands("#002654", "#fff", "#CE1126"),
  it: bands("#009246", "#fff", "#CE2B37"),
  ru: stripes("#fff", "#0039A6", "#D52B1E"),
  es: (
    <>
      <path fill="#AA151B" d="M0 0h24v16H0z" />
      <path fill="#F1BF00" d="M0 4h24v8H0z" />
    </>
  ),
  br: (
    <>
      <path fill="#009C3B" d="M0 0h24v16H0z" />
      <path fill="#FFDF00" d="M12 2l9 6-9 6-9-6z" />
      <circle cx="12" cy="8" r="3" fill="#002776" />
    </>
  ),
  sa: <path fill="#006C35" d="M0 0h24v16H0z" />,
  us: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path stroke="#B22234" strokeWidth="1.3" d="M0 .6h24M0 3.1h24M0 5.6h24M0 8h24M0 10.5h24M0 13h24M0 15.4h24" />
      <path fill="#3C3B6E" d="M0 0h10v8.6H0z" />
    </>
  ),
  gb: (
    <>
      <path fill="#012169" d="M0 0h24v16H0z" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#C8102E" strokeWidth="1.2" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5" />
      <path d="M12 0v16M0 8h24" stroke="#C8102E" strokeWidth="3" />
    </>
  ),
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

/** A language's flag: the record's own, else the one drawn for its code, else a grey box with the code. */
export function Flag({ flag, code }: { flag?: string | null | undefined; code: string }) {
  const drawing = drawings[flag ?? ""] ?? drawings[byLanguage[code] ?? ""];
  return (
    <svg className="flag" viewBox="0 0 24 16" aria-hidden="true">
      {drawing ?? (
        <>
          <path fill="#8b959a" d="M0 0h24v16H0z" />
          <text x="12" y="11.5" fill="#fff" fontSize="9" textAnchor="middle">
            {code.split("-")[0]?.toUpperCase()}
          </text>
        </>
      )}
    </svg>
  );
}

function stripes(...colours: string[]): ReactNode {
  return colours.map((colour, index) => (
    <path key={colour} fill={colour} d={`M0 ${(index * 16) / 3}h24v${16 / 3}H0z`} />
  ));
}

function bands(...colours: string[]): ReactNode {
  return colours.map((colour, index) => <path key={colour} fill={colour} d={`M${index * 8} 0h8v16h-8z`} />);
}
