import { useState } from "react";
import { cartActions } from "../cart/lazy-actions";
import { LinesTable } from "../cart/lines-table";
import { fetchContent } from "../content/client";
import { sentRequest } from "../content/sent-request";
import { useContent } from "../content/use-content";
import { type SentLine, toCartItem } from "../domain/sent-line";
import { useAnswerTime } from "../i18n/answer-time";
import { formatNumber } from "../i18n/formats";
import { textsIn } from "../i18n/texts";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { PageTitle } from "../ui/page-title";
import { Details } from "./request/details";
import { requestTexts } from "./request/texts";
import "./request.css";
import "../ui/section.css";

/** RequestPage shows a sent request; its secret address is the only access control. */
function RequestPage() {
  const { params, language } = usePage();
  const texts = textsIn(requestTexts, language);
  const answerTime = useAnswerTime();
  const block = useContent(sentRequest(params.token ?? ""));
  const request = block.data;
  const [all, setAll] = useState<readonly SentLine[] | null>(null);
  if (block.loading) return <LoadingBlock />;
  if (!request) return <FailedBlock reload={block.reload} />;
  const { reference, state, created, deadline, answeredAt, lineCount } = request;
  const lines = all ?? request.lines;
  const loadAll = async () => {
    if (lines.length === lineCount) return lines;
    const { lines: loaded } = await fetchContent(sentRequest(params.token ?? ""));
    setAll(loaded);
    return loaded;
  };
  return (
    <>
      <Breadcrumbs current={texts.title(reference)} />
      <PageTitle
        title={
          <>
            {texts.title("").trim()} <span className="rq-ref">{reference}</span>
          </>
        }
        lead={
          <>
            {texts.received} <Moment at={created} />.{" "}
            {state === "answered" && answeredAt ? (
              <>
                {texts.answered} <Moment at={answeredAt} />.
              </>
            ) : (
              <>
                {texts.promise(answerTime)} {texts.answerBy} <Moment at={deadline} />.
              </>
            )}
          </>
        }
      />
      {lines.length > 0 && (
        <LinesTable
          lines={lines}
          count={lineCount}
          more={lines.length < lineCount && <MoreLines shown={lines.length} count={lineCount} load={loadAll} />}
        />
      )}
      <Details request={request} />
      <Actions token={params.token ?? ""} reference={reference} loadLines={lineCount > 0 ? loadAll : null} />
    </>
  );
}

const formats = ["pdf", "xlsx", "csv"] as const;

/** MoreLines shows how many lines are missing, and a button that loads them. */
function MoreLines({ shown, count, load }: { shown: number; count: number; load: () => Promise<unknown> }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const number = (value: number) => formatNumber(value, language);
  const press = () => {
    setState("loading");
    load().catch(() => setState("failed"));
  };
  return (
    <div className="rq-more" role="status">
      <p>{state === "failed" ? texts.loadFailed : texts.firstLines(number(shown), number(count))}</p>
      <div className="js-only no-print">
        <Button icon={null} disabled={state === "loading"} onClick={press}>
          {texts.showAll(number(count))}
        </Button>
      </div>
    </div>
  );
}

function Actions({
  token,
  reference,
  loadLines,
}: {
  token: string;
  reference: string;
  /** null: the request has no lines. */
  loadLines: (() => Promise<readonly SentLine[]>) | null;
}) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const show = useOverlays((state) => state.show);
  const again = async (load: () => Promise<readonly SentLine[]>) => {
    const { put } = await cartActions.loadOrNotify();
    const lines = await load();
    put(lines.map((line) => ({ ...toCartItem(line), quantity: line.quantity })));
    show("cart");
  };
  return (
    <section className="wrap sec--s rq-do no-print">
      <p className="rq-save">
        <span>{texts.save}</span>
        {formats.map((format) => (
          <a key={format} className="lnk" href={`/api/requests/${token}/${reference}.${format}`} download>
            {format.toUpperCase()}
          </a>
        ))}
        <button type="button" className="lnk js-only" onClick={() => window.print()}>
          {texts.print}
        </button>
      </p>
      {loadLines && (
        <div className="js-only">
          <Button kind="primary" onClick={() => void again(loadLines)}>
            {texts.again}
          </Button>
          <p className="t-small mut">{texts.againHint}</p>
        </div>
      )}
      <p className="t-small mut">{texts.keep}</p>
    </section>
  );
}

export const route: RouteModule = {
  queries: ({ params }) => [sentRequest(params.token ?? "")],
  metadata: ({ language, params }, read) => {
    const reference = read(sentRequest(params.token ?? ""))?.reference ?? "";
    return { title: textsIn(requestTexts, language).title(reference).trim(), description: "" };
  },
  Component: RequestPage,
};
