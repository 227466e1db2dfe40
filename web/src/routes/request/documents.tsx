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
  const documents = formats.map((format) => ({
    name: texts.requestDocument(reference),
    format: format.toUpperCase(),
    address: `/api/requests/${token}/${reference}.${format}`,
  }));
  if (offer) documents.unshift({ name: texts.offerDocument(offer.number), format: "PDF", address: offer.document });
  return (
    <section className="rq-docs no-print">
      <h2 className="t-h3">{texts.documents}</h2>
      <ul>
        {documents.map(({ name, format, address }) => (
          <li key={address}>
            <a href={address} download>
              <b>{name}</b>
              <span className="mut">{format}</span>
              <DownloadIcon />
            </a>
          </li>
        ))}
      </ul>
      <button type="button" className="lnk js-only" onClick={() => window.print()}>
        {texts.print}
      </button>
    </section>
  );
}
