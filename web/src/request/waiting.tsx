import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { isStored, useRequests } from "./drafts";
import { cancel, deliver } from "./outbox";
import type { FormKind } from "./form-kinds";
import { useFormTexts } from "./texts";
import { useLostFocus } from "./use-lost-focus";
import "./form.css";

/** Waiting replaces a form whose request is queued for a connection. */
export function Waiting({ kind }: { kind: FormKind }) {
  const { waiting: texts, sending } = useFormTexts();
  const payload = useRequests(({ drafts }) => drafts[kind]?.queued?.payload);
  const busy = useRequests(({ progress }) => progress[kind] !== undefined);
  const element = useLostFocus<HTMLDivElement>();
  return (
    <div ref={element} className="waiting" tabIndex={-1}>
      <div className="waiting-t" role="status">
        <Icon path="M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5.5l3.5 2" />
        <p className="t-h3">{texts.title}</p>
        <p>{isStored(kind) ? texts.text : texts.leaveOpen}</p>
      </div>
      <p className="mut">{[payload?.name, payload?.phone].filter(Boolean).join(", ")}</p>
      <Button kind="primary" block disabled={busy} onClick={() => void deliver(kind)}>
        {busy ? sending : texts.now}
      </Button>
      <Button block icon={null} disabled={busy} onClick={() => cancel(kind)}>
        {texts.cancel}
      </Button>
    </div>
  );
}
