import { cartActions } from "../cart/lazy-actions";
import { LinesTable } from "../cart/lines-table";
import { useCart } from "../cart/store";
import { sentRequest } from "../content/sent-request";
import { useContent } from "../content/use-content";
import { type SentLine, toCartItem } from "../domain/sent-line";
import { useAnswerTime } from "../i18n/answer-time";
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

/** RequestPage shows a sent request; its secret address is the only access control. */
function RequestPage() {
  const { params, language } = usePage();
  const texts = textsIn(requestTexts, language);
  const answerTime = useAnswerTime();
  const block = useContent(sentRequest(params.token ?? ""));
  const request = block.data;
  if (block.loading) return <LoadingBlock />;
  if (!request) return <FailedBlock reload={block.reload} />;
  const { reference, state, created, deadline, answeredAt, lines } = request;
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
      {lines.length > 0 && <LinesTable lines={lines} />}
      <Details request={request} />
      <Actions token={params.token ?? ""} reference={reference} lines={lines} />
    </>
  );
}

const formats = ["pdf", "xlsx", "csv"] as const;

function Actions({ token, reference, lines }: { token: string; reference: string; lines: readonly SentLine[] }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const show = useOverlays((state) => state.show);
  const again = async () => {
    const { add, setQuantity } = await cartActions.loadOrNotify();
    const { items } = useCart.getState();
    for (const line of lines) {
      const item = toCartItem(line);
      if (items.some(({ uid }) => uid === item.uid)) setQuantity(item.uid, line.quantity);
      else add(item, line.quantity);
    }
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
      {lines.length > 0 && (
        <div className="js-only">
          <Button kind="primary" onClick={() => void again()}>
            {texts.again}
          </Button>
          <p className="t-small mut">{texts.againHint}</p>
        </div>
      )}
      <p className="t-small mut">{texts.keep}</p>
    </section>
  );
}

export const request: RouteModule = {
  queries: ({ params }) => [sentRequest(params.token ?? "")],
  metadata: ({ language, params }, read) => {
    const reference = read(sentRequest(params.token ?? ""))?.reference ?? "";
    return { title: textsIn(requestTexts, language).title(reference).trim(), description: "" };
  },
  Component: RequestPage,
};
