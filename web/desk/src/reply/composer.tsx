import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useState } from "react";
import type { LetterKind, Reply } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { useMe } from "../api/use-me";
import { toOffer } from "../model/offer-form";
import type { Kept } from "../model/reply-draft";
import { notify } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { useLanguage, useTexts } from "../texts/language";
import { ReplyFoot, ReplyHead, ReplyPhoneActions } from "./head";
import { LetterFields } from "./letter";
import { Lines } from "./lines";
import { News, NewsDialog, useNews } from "./news";
import { Around, Terms } from "./offer-fields";
import { openPreview } from "./preview";
import { fieldName } from "./problem-list";
import { Problems, Summary } from "./problems";
import { Said } from "./said";
import { SendDialog, SendingNote } from "./send-dialog";
import { Sheet } from "./sheet";
import { Totals } from "./totals";
import { useCheck } from "./use-check";
import { useDraft } from "./use-draft";
import { useForm } from "./use-form";
import { useProblems } from "./use-problems";
import { useSending } from "./use-sending";

/** Everything that is done with an answer, by press and by key. */
function useComposer(request: Detail, reply: Reply, start: Kept) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { reference } = request;
  const fields = useForm(start.form, reply);
  const { form, setForm, offer, typing } = fields;
  const checked = useCheck(reference, offer, form.kind === "offer");
  const draft = useDraft(me.id, reference, start, form, (now) => ({
    kind: now.kind,
    ...now.letters[now.kind],
    offer: toOffer(now.offer, language).offer,
    lastLetter: now.lastLetter,
  }));
  const news = useNews(request, form.lastLetter, (lastLetter) => setForm((now) => ({ ...now, lastLetter })));
  const shown = useProblems(form, typing, checked);
  const back = () => void navigate({ to: "/requests/$reference", params: { reference } });
  const sending = useSending({ reference, form, setForm, offer, typing, checked, draft, news, shown, done: back });
  const setKind = (kind: LetterKind) => {
    setForm((now) => ({ ...now, kind }));
    shown.hide();
    void navigate({ to: "/requests/$reference/reply", params: { reference }, search: { kind }, replace: true });
  };
  const discard = async () => {
    try {
      await draft.discard();
      back();
    } catch {
      draft.resume();
      notify(texts.errors.notDone, { alert: true });
    }
  };
  useKeys({
    "mod+enter": () => void sending.ask(),
    "mod+s": draft.flush,
    n: () => (news.unread.length > 0 ? sending.read() : false),
    Escape: back,
  });
  useEffect(() => {
    document.title = `${texts.reply.titleOf(reference)} | ${me.site}`;
  }, [texts, reference, me.site]);
  const preview = () => void openPreview(reference, offer).catch(() => notify(texts.reply.pdfFailed, { alert: true }));
  const head = {
    request,
    kind: form.kind,
    draft,
    sending: sending.sending,
    preview,
    back,
    ask: () => void sending.ask(),
    discard: () => void discard(),
  };
  return { ...fields, checked, news, shown, sending, setKind, head, site: me.site };
}

/** An answer: its kind, letter and offer, and the sheet beside it. */
export function Composer({ request, reply, start }: { request: Detail; reply: Reply; start: Kept }) {
  const texts = useTexts();
  const [sheet, setSheet] = useState(false);
  const composer = useComposer(request, reply, start);
  const { form, setOffer, setLetter, offer, checked, news, shown, sending, setKind, head, site } = composer;
  const { kind } = form;
  const { state } = sending.sending;
  const deferred = useDeferredValue(offer);
  return (
    <main id="main" className="reply-m">
      <Problems value={shown.shown}>
        <ReplyHead {...head} />
        <News news={{ ...news, read: sending.read }} request={request} />
        <SendingNote sending={sending.sending} stop={sending.stop} retry={head.ask} />
        {shown.tried > 0 && (
          <Summary problems={shown.problems} shown={shown.tried} nameOf={(field) => fieldName(field, form, texts)} />
        )}
        <div className={sheet ? "reply reply--sheet" : "reply"}>
          <div className="reply-f" inert={state === "busy" || state === "waiting"}>
            <LetterFields reply={reply} form={form} setKind={setKind} setLetter={setLetter} setOffer={setOffer} />
            {kind === "offer" && (
              <>
                <Lines request={request} reply={reply} offer={form.offer} setOffer={setOffer} checked={checked} />
                <Totals
                  offer={form.offer}
                  setOffer={setOffer}
                  checked={checked}
                  problems={shown.problems}
                  showProblems={shown.show}
                />
                <Terms offer={form.offer} setOffer={setOffer} currencies={reply.currencies} />
                <Around offer={form.offer} setOffer={setOffer} />
              </>
            )}
          </div>
          {kind === "offer" ? (
            <Sheet request={request} offer={deferred} checked={checked} site={site} />
          ) : (
            <Said request={request} />
          )}
        </div>
        <ReplyFoot kind={kind} />
        <ReplyPhoneActions {...head} sheet={sheet} toggleSheet={() => setSheet((now) => !now)} />
      </Problems>
      {sending.asking?.what === "send" && (
        <SendDialog
          kind={kind}
          offer={offer}
          total={sending.asking.total}
          to={reply.to}
          onClose={sending.close}
          send={sending.go}
        />
      )}
      {sending.asking?.what === "news" && (
        <NewsDialog
          letters={news.unread}
          onClose={sending.close}
          read={sending.read}
          send={() => void sending.sendAnyway()}
        />
      )}
    </main>
  );
}
