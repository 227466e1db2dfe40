import { LogoMark } from "../ui/logo-mark";
import { Picture, pictureOf } from "../ui/picture";
import { citationOf } from "./citation";
import "./company.css";

/** CitationFigure shows a citation with its author, beside a portrait or the logo mark. */
export function CitationFigure({
  text,
  image,
  lang,
}: {
  text: string | null | undefined;
  image?: unknown;
  lang?: string | undefined;
}) {
  const citation = citationOf(text);
  if (!citation) return null;
  const picture = pictureOf(image);
  return (
    <figure className="cite" lang={lang}>
      <blockquote>{citation.words}</blockquote>
      {citation.author && (
        <figcaption>
          {picture ? (
            <Picture file={picture} slot="portrait" decorative className="portrait" />
          ) : (
            <LogoMark className="seal" />
          )}
          <span>
            {citation.author}
            {citation.office && <span className="office mut">{citation.office}</span>}
          </span>
        </figcaption>
      )}
    </figure>
  );
}
