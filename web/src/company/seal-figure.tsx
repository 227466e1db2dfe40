import { sealDetail } from "../ui/union-drawing";
import "./company.css";

/**
 * SealFigure shows the enlarged half section of the seal with the numbers of its
 * legend. The drawing extends beyond its view box, so that it fills figures of any
 * aspect ratio without clipping a number.
 */
export function SealFigure({ numbers }: { numbers: 3 | 4 }) {
  return (
    <figure className="qual-fig">
      <svg viewBox="8.2 -13 17.6 12.4" aria-hidden="true" dangerouslySetInnerHTML={{ __html: sealDetail[numbers] }} />
    </figure>
  );
}

/** Legend shows the legend of a drawing, one line per number. */
export function Legend({ lines, lang }: { lines: readonly string[]; lang?: string | undefined }) {
  return (
    <ol className="legend" lang={lang}>
      {lines.map((line, index) => (
        <li key={index}>
          <span className="mono" aria-hidden="true">
            {index + 1}
          </span>
          <span>{line}</span>
        </li>
      ))}
    </ol>
  );
}
