import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { act } from "../api/queries";
import type { Overview } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { errorText } from "../parts/messages";
import { notify } from "../parts/undo";
import { useTexts } from "../texts/language";

/** Deliveries that were given up, with "again". */
export function FailedDeliveries({ failed, time }: { failed: Overview["failed"]; time: string }) {
  const me = useMe();
  const texts = useTexts();
  const words = texts.overview;
  const references = [...new Set(failed.map(({ reference }) => reference))];
  const again = useMutation({
    mutationFn: (reference: string) => act(reference, "resend"),
    onSuccess: () => notify(texts.actions.done.resend()),
    onError: (error) => notify(`${texts.errors.notDone} ${errorText(error, texts)}`, { alert: true }),
  });
  return (
    <section className="c6">
      <header>
        <h2 className="h3">{words.deliveries}</h2>
        <span className="src end">{words.deliveriesSource(time)}</span>
      </header>
      {failed.length === 0 ? (
        <p className="fig mut">{words.failedNone}</p>
      ) : (
        <div className="fig">
          <p className="rowx">
            <b className="alert">{references.length}</b>
            <span className="mut">{words.failed(references.length)}</span>
          </p>
        </div>
      )}
      {failed.map(({ reference, target, error }) => (
        <div key={`${reference} ${target}`} className="li">
          <span className="sk sk--bad">{target}</span>
          <Link className="m mut lnk" to="/requests/$reference" params={{ reference }}>
            {reference}
          </Link>
          <span className="mut li-w end">{error}</span>
          {can(me, "requests.change") && (
            <button
              className="b b--s"
              type="button"
              aria-label={`${words.again}: ${reference}`}
              disabled={again.isPending}
              onClick={() => again.mutate(reference)}
            >
              {words.again}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
