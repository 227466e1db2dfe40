import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { fileSize, languageName } from "../model/formats";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

/** The visitor's own words and files. */
export function Message({ request }: { request: Detail }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.request;
  const name = languageName(request.language, language);
  const spam = request.state === "spam";
  // Attachments of spam are not opened.
  const files = spam ? [] : request.files;
  if (!can(me, "requests.persons")) return <p className="note">{words.hidden}</p>;
  return (
    <section className={files.length > 0 ? "quote" : "quote quote--1"}>
      <div>
        <p className="lab">{spam ? words.messageSpam(name) : words.message(name)}</p>
        {request.subject && (
          <p className="h3" lang={request.language}>
            {request.subject}
          </p>
        )}
        {request.text ? (
          <blockquote lang={request.language}>{request.text}</blockquote>
        ) : (
          <p className="mut">{words.noMessage}</p>
        )}
      </div>
      {files.length > 0 && (
        <div>
          <p className="lab">{words.files}</p>
          {files.map((file) => (
            <a
              key={file.id}
              className="att"
              href={`/desk/api/requests/${encodeURIComponent(request.reference)}/files/${encodeURIComponent(file.id)}`}
              download={file.name}
            >
              <Icon name="file" />
              <span className="att-n">{file.name}</span>
              <span className="end m mut">{fileSize(file.size, language)}</span>
            </a>
          ))}
        </div>
      )}
    </section>
  );
}
