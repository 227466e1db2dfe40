import type { ReactNode } from "react";
import type { SentRequest } from "../../content/request";
import { formatBytes } from "../../lib/format";
import { usePage } from "../../lib/page-context";
import { textsIn } from "../../lib/texts";
import { requestTexts } from "./texts";

/** Who asked, and what was written and attached. */
export function Details({ request }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const files = request.files.map(({ name, size }) => `${name} (${formatBytes(size, language)})`).join(", ");
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.form, request.formTitle && <span lang={request.language}>{request.formTitle}</span>],
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
