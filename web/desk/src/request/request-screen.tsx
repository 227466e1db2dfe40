import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "../api/client";
import { act, detailQuery } from "../api/queries";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { NoRequests } from "../inbox/no-requests";
import { Empty, Failed, Loading } from "../parts/messages";
import { useSender } from "../parts/marks";
import { useTexts } from "../texts/language";
import { Aside } from "./aside";
import { ForgottenBody } from "./forgotten";
import { RequestHead } from "./head";
import { Lines } from "./lines";
import { Message } from "./message";
import { Offers } from "./offers";
import { Outcome } from "./outcome";
import { OwnDraft } from "./own-draft";
import { SpamBody } from "./spam";
import { TitleBlock } from "./title-block";
import { PhoneActions } from "./phone-actions";
import { useActions } from "./use-actions";
import { type Neighbours, useNeighbours } from "./use-neighbours";

const route = getRouteApi("/frame/requests/$reference");

export function RequestScreen() {
  const { reference } = route.useParams();
  const me = useMe();
  // Another request is another screen: nothing of one stays with the next.
  return can(me, "requests.read") ? <Loaded key={reference} reference={reference} /> : <NoRequests />;
}

function Loaded({ reference }: { reference: string }) {
  const texts = useTexts();
  const { data, error, errorUpdatedAt, refetch } = useQuery(detailQuery(reference));
  const neighbours = useNeighbours(reference);
  if (data) return <Request request={data} neighbours={neighbours} />;
  if (!error) {
    return (
      <main id="main">
        <Loading text={texts.inbox.loading} />
      </main>
    );
  }
  return (
    <main id="main">
      {error instanceof ApiError && error.status === 404 ? (
        <Empty title={texts.errors.noRequest(reference)} text={texts.errors.noRequestText}>
          <Link className="b" to="/requests" search={{ view: "all" }}>
            {texts.errors.toRequests}
          </Link>
        </Empty>
      ) : (
        <Failed title={texts.errors.request} error={error} at={errorUpdatedAt} retry={() => void refetch()} />
      )}
    </main>
  );
}

function Request({ request, neighbours }: { request: Detail; neighbours: Neighbours }) {
  const me = useMe();
  const sender = useSender();
  const name = sender(request);
  const actions = useActions(request, neighbours);
  useReadOnce(request);
  useEffect(() => {
    document.title = `${request.reference} ${name} | ${me.site}`;
  }, [request.reference, name, me.site]);
  return (
    <main id="main" className="req-m">
      <RequestHead request={request} name={name} actions={actions} />
      <TitleBlock request={request} />
      <OwnDraft request={request} />
      <Outcome request={request} />
      {request.state === "forgotten" ? (
        <ForgottenBody request={request} />
      ) : (
        <div className="req">
          <div>
            <Message request={request} />
            {request.state === "spam" && <SpamBody request={request} />}
            {request.offers.length > 0 && <Offers request={request} />}
            {request.lines.length > 0 && <Lines lines={request.lines} />}
          </div>
          <Aside request={request} resend={actions.resend} />
        </div>
      )}
      {request.state !== "forgotten" && <Foot replies={actions.reply !== null} />}
      <PhoneActions request={request} actions={actions} />
      {actions.dialogs}
    </main>
  );
}

/** The keys that work here. */
function Foot({ replies }: { replies: boolean }) {
  const texts = useTexts();
  const keys: [string[], string][] = [
    ...(replies ? [[["R"], texts.reply.keys.reply] satisfies [string[], string]] : []),
    [["N"], texts.reply.keys.news],
    [["S"], texts.keys.state],
    [["J", "K"], texts.keys.next],
    [["?"], texts.person.allKeys],
  ];
  return (
    <footer className="foot">
      {keys.map(([names, does]) => (
        <span key={does}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {does}
        </span>
      ))}
    </footer>
  );
}

/** Marks a request as read once it is shown; marking it as unread afterwards stays. */
function useReadOnce({ reference, unread }: Detail): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    // It stays unread if this fails, which is true.
    if (unread) void act(reference, "read").catch(() => undefined);
  }, [reference, unread]);
}
