import "./accordion.css";

export interface Question {
  title?: string | null;
  description?: string | null;
}

/** Questions with collapsible answers in `details` elements, which work without scripts. */
export function Accordion({ entries, lang }: { entries: readonly Question[]; lang?: string | undefined }) {
  return (
    <div className="accs" lang={lang}>
      {entries.map(({ title, description }, index) => (
        <details className="acc" key={index} open={index === 0}>
          <summary>
            {title}
            <span className="pm" />
          </summary>
          <div className="acc-b">{description}</div>
        </details>
      ))}
    </div>
  );
}
