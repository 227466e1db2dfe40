import type { Detail } from "../api/schemas";
import { useTexts } from "../texts/language";
import { LetterItem } from "../request/letter";

/** What the visitor asked and what was written since, beside a letter without an offer. */
export function Said({ request }: { request: Detail }) {
  const texts = useTexts();
  return (
    <aside aria-label={texts.reply.said} className="reply-s">
      {/* It scrolls by itself: keys need a place in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="reply-w stack stack--s" tabIndex={0}>
        <h2 className="h3">{texts.reply.said}</h2>
        {request.text && (
          <blockquote className="pre" lang={request.language}>
            {request.text}
          </blockquote>
        )}
        <ul className="said-l">
          {request.lines.map((line, index) => (
            <li key={`${line.position} ${line.sku} ${index}`}>
              <span className="m mut">{line.position || index + 1}</span>
              <span lang={request.language}>{line.name || line.sku}</span>
              <span className="m end">{line.quantity}</span>
            </li>
          ))}
        </ul>
        {request.letters.length > 0 && (
          <ol className="thread">
            {request.letters.map((letter) => (
              <LetterItem key={letter.id} letter={letter} request={request} />
            ))}
          </ol>
        )}
      </div>
    </aside>
  );
}
