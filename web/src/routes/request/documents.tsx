import type { SentRequest } from "../../content/sent-request";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { DownloadIcon } from "../../ui/late-icons";
import { requestTexts } from "./texts";
import { useToken } from "./use-sent-request";
import "./request-parts.css";

const formats = ["pdf", "xlsx", "csv"] as const;

/** Documents are the offer as it was sent, and the request in three formats. */
export function Documents({ request: { reference, offer } }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const token = useToken();
  return (
    <section className="rq-docs no-print">
      <h2 className="t-h3">{texts.documents}</h2>
      <ul>
        {offer && (
          <li>
            <b>{texts.offerDocument(offer.number)}</b>
            <Download name={texts.offerDocument(offer.number)} format="PDF" address={offer.document} />
          </li>
        )}
        <li>
          <b>{texts.requestDocument(reference)}</b>
          {formats.map((format) => (
            <Download
              key={format}
              name={texts.requestDocument(reference)}
              format={format.toUpperCase()}
              address={`/api/requests/${token}/${reference}.${format}`}
            />
          ))}
        </li>
      </ul>
      <button type="button" className="lnk js-only" onClick={() => window.print()}>
        {texts.print}
      </button>
    </section>
  );
}

function Download({ name, format, address }: { name: string; format: string; address: string }) {
  return (
    <a href={address} download aria-label={`${format}, ${name}`}>
      {format}
      <DownloadIcon />
    </a>
  );
}
