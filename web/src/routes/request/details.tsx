import type { ReactNode } from "react";
import type { SentRequest } from "../../content/sent-request";
import { formatBytes } from "../../i18n/formats";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { requestTexts } from "./texts";
import "../../ui/section.css";

/** Details shows a request's sender, message and attached files. */
export function Details({ request }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const files = request.files.map(({ name, size }) => `${name} (${formatBytes(size, language)})`).join(", ");
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.name, request.name],
    [texts.phone, request.phone],
    [texts.email, request.email],
    [texts.message, request.message && <span className="rq-note">{request.message}</span>],
    [texts.files, files],
  ];
  return (
    <section className="wrap sec--s">
      <h2 className="t-h2">{texts.sent}</h2>
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
