import type { SentRequest } from "../../content/sent-request";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { requestTexts } from "./texts";
import "./request-parts.css";

/** Details shows how the sender of a request can be reached. */
export function Details({ request }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const rows: readonly (readonly [string, string])[] = [
    [texts.name, request.name],
    [texts.facts.phone, request.phone],
    [texts.email, request.email],
  ];
  return (
    <section>
      <h2 className="t-h3">{texts.details}</h2>
      <dl className="rq-kv">
        {rows.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
