import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { detailQuery } from "../api/queries";
import { replyQuery } from "../api/reply-queries";
import type { Reply } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { NoRequests } from "../inbox/no-requests";
import { readKept, startWith } from "../model/reply-draft";
import { Failed, Loading } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { Composer } from "./composer";

const route = getRouteApi("/frame/requests/$reference/reply");

/** A page of its own on which a request is answered. */
export function ReplyScreen() {
  const { reference } = route.useParams();
  return can(useMe(), "requests.change") ? <Loaded key={reference} reference={reference} /> : <NoRequests />;
}

function Loaded({ reference }: { reference: string }) {
  const texts = useTexts();
  const request = useQuery(detailQuery(reference));
  const reply = useQuery(replyQuery(reference));
  if (request.data && reply.data) return <Start request={request.data} reply={reply.data} />;
  const failed = request.data ? reply : request;
  return (
    <main id="main">
      {failed.error ? (
        <Failed
          title={texts.reply.failed}
          error={failed.error}
          at={failed.errorUpdatedAt}
          retry={() => void failed.refetch()}
        />
      ) : (
        <Loading text={texts.reply.loading} />
      )}
    </main>
  );
}

/** What is written begins once: later replies of the server change nothing of it. */
function Start({ request, reply }: { request: Detail; reply: Reply }) {
  const me = useMe();
  const language = useLanguage();
  const { kind } = route.useSearch();
  const [start] = useState(() => startWith(reply, readKept(me.id, request.reference), kind ?? null, language));
  return <Composer request={request} reply={reply} start={start} />;
}
