import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { formatBytes } from "../../../src/i18n/formats";
import { languageName } from "../model/formats";
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
  // Attachments of spam are not opened, and its addresses are no links.
  if (!can(me, "requests.persons")) return <p className="note">{words.hidden}</p>;
  return (
    <section className={spam ? "quote quote--1" : "quote"}>
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
      {!spam && (
        <div className="stack stack--s">
          <Reach request={request} />
          {request.files.length > 0 && <Files request={request} />}
        </div>
      )}
    </section>
  );
}

/** Addresses to answer to. */
function Reach({ request: { email, phone } }: { request: Detail }) {
  const texts = useTexts();
  if (!email && !phone) return null;
  return (
    <div>
      <p className="lab">{texts.request.reach}</p>
      {email && (
        <a className="att" href={`mailto:${email}`}>
          <Icon name="mail" />
          <span className="att-n">{email}</span>
        </a>
      )}
      {phone && (
        <a className="att" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
          <Icon name="phone" />
          <span className="att-n">{phone}</span>
        </a>
      )}
    </div>
  );
}

function Files({ request: { reference, files } }: { request: Detail }) {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <div>
      <p className="lab">{texts.request.files}</p>
      {files.map(({ id, name, size }) => (
        <a
          key={id}
          className="att"
          href={`/desk/api/requests/${encodeURIComponent(reference)}/files/${encodeURIComponent(id)}`}
          download={name}
        >
          <Icon name="file" />
          <span className="att-n">{name}</span>
          <span className="end m mut">{formatBytes(size, language)}</span>
        </a>
      ))}
    </div>
  );
}
