import { useEffect, useRef, useState } from "react";
import { cartActions } from "../cart/lazy-actions";
import { useContentCache } from "../content/cache";
import { type SentRequest, sentRequest } from "../content/sent-request";
import { useContent } from "../content/use-content";
import { toCartItem } from "../domain/sent-line";
import { useAnswerTime } from "../i18n/answer-time";
import { formatLongDay, formatLongDayAndTime } from "../i18n/dates";
import { formatNumber } from "../i18n/formats";
import { textsIn } from "../i18n/texts";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Button, ButtonLink } from "../ui/button";
import { Link } from "../ui/link";
import { PageTitle } from "../ui/page-title";
import { Answer, NetBar, Question } from "./request/answer";
import { Details } from "./request/details";
import { Documents } from "./request/documents";
import { Facts } from "./request/facts";
import { RequestLines } from "./request/lines";
import { Messages } from "./request/messages";
import { OfferLines } from "./request/offer-lines";
import { Progress } from "./request/progress";
import { requestTexts } from "./request/texts";
import { ConflictContext } from "./request/use-answer";
import { readAll, useRefresh, useToken } from "./request/use-sent-request";
import "./request.css";

/** RequestPage shows a sent request and takes its sender's answers; its secret address is the only access control. */
function RequestPage() {
  const { language } = usePage();
  const token = useToken();
  const texts = textsIn(requestTexts, language);
  const block = useContent(sentRequest(token));
  const request = block.data;
  const [conflict, setConflict] = useState("");
  useRefresh();
  useFocusOnStage(request?.stage);
  if (block.loading) return <LoadingBlock />;
  if (!request) return <FailedBlock reload={block.reload} />;
  const { stage, offer, lines, lineCount } = request;
  const shownOffer = showsOffer(request) ? offer : undefined;
  return (
    <ConflictContext value={setConflict}>
      <div className="rq-head">
        <PageTitle title={texts.headline[stage]} lead={<Lead request={request} />} />
      </div>
      <div className="wrap">
        {conflict && (
          <p className="rq-conflict" role="alert">
            {conflict}
          </p>
        )}
        <Progress request={request} />
        <Facts request={request} offer={shownOffer} />
      </div>
      <div className={`wrap rq-main rq-main--${stage}`}>
        <div className="rq-l">
          {stage === "question" && <Question request={request} />}
          {shownOffer ? (
            <OfferLines request={request} offer={shownOffer} />
          ) : (
            lineCount > 0 && <RequestLines lines={lines} count={lineCount} />
          )}
          <Documents request={request} />
          <Messages request={request} />
          <Details request={request} />
        </div>
        <div className="rq-r">
          {stage !== "question" && <Answer key={stage} request={request} />}
          {stage !== "offered" && <Again request={request} />}
          <p className="t-small mut rq-keep no-print">
            {texts.keep} <Link href="/privacy">{texts.erase}</Link>
          </p>
        </div>
      </div>
      {stage === "offered" && offer && <NetBar offer={offer} />}
    </ConflictContext>
  );
}

/** Reports whether the page shows the last offer: a request that was asked anew shows its own lines. */
function showsOffer({ stage, offer }: SentRequest): boolean {
  if (stage === "question") return offer?.acceptable === true;
  return ["offered", "accepted", "declined", "expired"].includes(stage);
}

/** useFocusOnStage moves the focus to the page's beginning when the request has come to another stage. */
function useFocusOnStage(stage: SentRequest["stage"] | undefined): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current && shown.current !== stage) document.getElementById("main")?.focus();
    shown.current = stage;
  }, [stage]);
}

/** Lead says in one sentence what comes next, and when. */
function Lead({ request: { stage, deadline, answeredAt, offer } }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const time = useAnswerTime();
  const at = (moment: SentRequest["created"]) => `${formatLongDayAndTime(moment.time, language)} ${moment.zone}`;
  const until = offer ? texts.endOfDay(formatLongDay(offer.validUntil, language), offer.end.zone) : "";
  const lines = texts.lines(offer?.lineCount ?? 0, formatNumber(offer?.lineCount ?? 0, language));
  switch (stage) {
    case "received":
    case "work":
      return texts[stage](at(deadline));
    case "question":
      return texts.question(time);
    case "offered":
      return texts.offered(lines, until);
    case "expired":
      return texts.expired(until);
    case "answered":
      return texts.answered(at(answeredAt ?? deadline));
    case "accepted":
    case "declined":
      return texts[stage];
  }
}

/** Again puts the lines of a request into the cart; without lines it leads to a form. */
function Again({ request: { lineCount, lines } }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const cache = useContentCache();
  const token = useToken();
  const show = useOverlays((state) => state.show);
  if (lineCount === 0) {
    return (
      <ButtonLink block href="/contacts">
        {texts.newRequest}
      </ButtonLink>
    );
  }
  const again = async () => {
    const { put } = await cartActions.loadOrNotify();
    const all = lines.length === lineCount ? lines : (await readAll(cache, token)).lines;
    put(all.map((line) => ({ ...toCartItem(line), quantity: line.quantity })));
    show("cart");
  };
  return (
    <div className="rq-again js-only no-print">
      <Button block onClick={() => void again()}>
        {texts.again}
      </Button>
      <p className="t-small mut">{texts.againHint}</p>
    </div>
  );
}

export const route: RouteModule = {
  queries: ({ params }) => [sentRequest(params.token ?? "")],
  metadata: ({ language, params }, read) => {
    const request = read(sentRequest(params.token ?? ""));
    const texts = textsIn(requestTexts, language);
    const title = request?.offer ? texts.offerDocument(request.offer.number) : texts.title(request?.reference ?? "");
    return { title: title.trim(), description: "" };
  },
  Component: RequestPage,
};
