import { sealDetail } from "../ui/union-drawing";

/**
 * The enlarged half section of the seal, with the numbers of the legend beside
 * it. It goes on beyond its view box, so that every shape of figure is filled
 * and no number is cut off.
 */
export function SealFigure({ numbers }: { numbers: 3 | 4 }) {
  return (
    <figure className="qual-fig">
      <svg viewBox="8.2 -13 17.6 12.4" aria-hidden="true" dangerouslySetInnerHTML={{ __html: sealDetail[numbers] }} />
    </figure>
  );
}

/** The legend of a drawing: one line for each number in it. */
export function Legend({ lines, lang }: { lines: readonly string[]; lang?: string | undefined }) {
  return (
    <ol className="legend" lang={lang}>
      {lines.map((line, index) => (
        <li key={line}>
          <span className="mono" aria-hidden="true">
            {index + 1}
          </span>
          <span>{line}</span>
        </li>
      ))}
    </ol>
  );
}
