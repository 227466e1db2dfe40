import { useEffect } from "react";
import { Icon } from "../ui/icon";
import { clearResult, useRequests } from "./drafts";
import { watchOutbox } from "./outbox";
import { type FormKind, formKinds } from "./form-kinds";
import type { Payload } from "./payload";
import { useFormTexts } from "./texts";
import { followConnection } from "./uploads";
import "./form.css";

/**
 * OutboxNotice sends queued requests on every page and shows their results if the
 * form itself is not mounted. `onSent` is called for each request that the server
 * has accepted.
 */
export function OutboxNotice({ onSent }: { onSent: (kind: FormKind, payload: Payload) => void }) {
  const results = useRequests((state) => state.results);
  useEffect(() => watchOutbox(onSent), [onSent]);
  useEffect(followConnection, []);
  return (
    <div className="notices" role="status">
      {formKinds.map((kind) => results[kind]?.seen === false && <Notice key={kind} kind={kind} />)}
    </div>
  );
}

function Notice({ kind }: { kind: FormKind }) {
  const { notice, view } = useFormTexts();
  const result = useRequests(({ results }) => results[kind]);
  if (!result) return null;
  return (
    <div className="notice">
      <p>
        {result.sent ? notice.sent : notice.refused} {result.sent && <span className="mono">{result.reference}</span>}
      </p>
      {result.sent && result.link && (
        <a className="lnk" href={result.link}>
          {view}
        </a>
      )}
      <button type="button" className="icon-btn" aria-label={notice.close} onClick={() => clearResult(kind)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
