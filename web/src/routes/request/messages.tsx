import type { Letter, SentRequest } from "../../content/sent-request";
import { formatBytes } from "../../i18n/formats";
import { textsIn } from "../../i18n/texts";
import { languageOf } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { Moment } from "../../ui/moment";
import { requestTexts } from "./texts";
import "./request-parts.css";

/** lastQuestion returns the last question of the supplier. */
export function lastQuestion({ letters }: SentRequest): Letter | undefined {
  return letters.findLast(({ kind }) => kind === "question");
}

/** Author is who wrote a message, and when. */
export function Author({ letter: { name, at } }: { letter: Pick<Letter, "name" | "at"> }) {
  return (
    <p className="mut">
      <b>{name}</b> <Moment at={at} />
    </p>
  );
}

/** Messages are the letters, the newest first, and at their end the request's own text with its files. */
export function Messages({ request }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const { name, message, files, created, stage } = request;
  // The question that waits for its reply stands above.
  const question = stage === "question" && lastQuestion(request);
  const letters = request.letters.filter((letter) => letter.text !== "" && letter !== question).toReversed();
  if (letters.length === 0 && !message && files.length === 0) return null;
  const lang = (code: string) => languageOf({ languages_code: code }, language);
  return (
    <section className="rq-messages">
      <h2 className="t-h3">{texts.messages}</h2>
      <ol>
        {letters.map((letter, index) => (
          <li key={letters.length - index}>
            <Author letter={{ at: letter.at, name: letter.name || name }} />
            <p className="rq-text" lang={lang(letter.language)}>
              {letter.text}
            </p>
          </li>
        ))}
        {(message || files.length > 0) && (
          <li>
            <Author letter={{ at: created, name }} />
            {message && <p className="rq-text">{message}</p>}
            {files.length > 0 && (
              <p className="mut">
                {texts.files} {files.map((file) => `${file.name} (${formatBytes(file.size, language)})`).join(", ")}
              </p>
            )}
          </li>
        )}
      </ol>
    </section>
  );
}
