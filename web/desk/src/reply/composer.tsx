import { useNavigate } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ApiError } from "../api/client";
import { detailQuery, queryClient } from "../api/queries";
import { replyQuery } from "../api/reply-queries";
import type { LetterKind, Reply } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { useMe } from "../api/use-me";
import { type OfferForm, type Problem, placeholders, toForm, toOffer } from "../model/offer-form";
import { type Kept, type ReplyForm } from "../model/reply-draft";
import { notify } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { useLanguage, useTexts } from "../texts/language";
import { ReplyFoot, ReplyHead, ReplyPhoneActions } from "./head";
import { LetterFields } from "./letter";
import { Lines } from "./lines";
import { News, NewsDialog, useNews } from "./news";
import { Around, Terms } from "./offer-fields";
import { openPreview } from "./preview";
import { focusField, Problems, Summary } from "./problems";
import { SendDialog, SendingNote } from "./send-dialog";
import { Said } from "./said";
import { Sheet } from "./sheet";
import { Totals } from "./totals";
import { useCheck } from "./use-check";
import { useDraft } from "./use-draft";
import { useSend } from "./use-send";

/** Codes that are shown at once: something was typed, but not what was meant. */
const typed = new Set(["number", "ambiguous"]);

/** An answer: its kind, letter and offer, and the sheet beside it. */
export function Composer({ request, reply, start }: { request: Detail; reply: Reply; start: Kept }) {
  const me = useMe();
  const texts = useTexts();
  const words = texts.reply;
  const language = useLanguage();
  const navigate = useNavigate();
  const { reference } = request;
  const [form, setForm] = useState(start.form);
  const { kind } = form;
  const letter = form.letters[kind];
  const setOffer = useCallback(
    (change: (offer: OfferForm) => OfferForm) =>
      setForm((now) => {
        const next = change(now.offer);
        return next === now.offer ? now : { ...now, offer: next };
      }),
    [],
  );
  const { offer, problems: typing } = useMemo(() => toOffer(form.offer, language), [form.offer, language]);
  const checked = useCheck(reference, offer, kind === "offer");
  const draft = useDraft(me.id, reference, start, form, (now) => ({
    kind: now.kind,
    ...now.letters[now.kind],
    offer: toOffer(now.offer, language).offer,
    lastLetter: now.lastLetter,
  }));
  const news = useNews(request, form.lastLetter, (lastLetter) => setForm((now) => ({ ...now, lastLetter })));

  // What the server did not accept, until it is changed.
  const [refused, setRefused] = useState<{ form: ReplyForm; problems: Problem[] } | null>(null);
  const [tried, setTried] = useState(0);
  const [asking, setAsking] = useState<"send" | "news" | null>(null);
  const [sheet, setSheet] = useState(false);

  const problems = useMemo(() => {
    const all = [...letterProblems(letter)];
    if (kind === "offer") {
      const own = new Set(typing.map(({ field }) => field));
      all.push(...typing, ...(checked.check?.problems ?? []).filter(({ field }) => !own.has(field)));
    }
    if (refused?.form === form)
      all.push(...refused.problems.filter((p) => !all.some(({ field }) => field === p.field)));
    return all;
  }, [letter, kind, typing, checked.check, refused, form]);
  const shown = useMemo(
    () =>
      new Map(problems.filter(({ code }) => tried > 0 || typed.has(code)).map((problem) => [problem.field, problem])),
    [problems, tried],
  );

  const back = () => void navigate({ to: "/requests/$reference", params: { reference } });
  const { sending, send, stop } = useSend({
    reference,
    draft,
    sent: () => {
      draft.close();
      notify(words.sent[kind]);
      back();
    },
    refused: (error) => {
      if (error.code === "CONFLICT" && error.reason === "letter") {
        void queryClient.invalidateQueries({ queryKey: detailQuery(reference).queryKey });
        setAsking("news");
        return true;
      }
      const fields = fieldProblems(error);
      if (fields.length === 0) return false;
      setRefused({ form, problems: fields });
      setTried((now) => now + 1);
      return true;
    },
  });

  const setKind = (next: LetterKind) => {
    setForm((now) => ({ ...now, kind: next }));
    setTried(0);
    void navigate({ to: "/requests/$reference/reply", params: { reference }, search: { kind: next }, replace: true });
  };
  /** Asks once; first for what is missing and for letters that were not seen. */
  const ask = async () => {
    if (sending.state === "busy" || sending.state === "waiting") return;
    const found = [...letterProblems(letter), ...(kind === "offer" ? typing : [])];
    if (kind === "offer" && found.length === 0) {
      const result = await checked.now().catch(() => null);
      found.push(...(result?.problems ?? []));
    }
    if (found.length > 0) return setTried((now) => now + 1);
    setAsking(news.unread.length > 0 ? "news" : "send");
  };
  const go = (lastLetter: number, number = offer) => {
    setAsking(null);
    send({ kind, subject: letter.subject, text: letter.text, offer: kind === "offer" ? number : null, lastLetter });
  };
  /** Sends in spite of letters that came: the number of the offer may be the next one. */
  const sendAnyway = async () => {
    const now = await queryClient.fetchQuery({ ...replyQuery(reference), staleTime: 0 }).catch(() => null);
    if (!now) return;
    const { fixed } = toForm(now.offer, language);
    setForm((current) => ({ ...current, lastLetter: now.lastLetter, offer: { ...current.offer, fixed } }));
    go(now.lastLetter, { ...offer, ...fixed });
  };
  const read = () => {
    setAsking(null);
    news.read();
    // The number of the offer may be the next one.
    void queryClient.invalidateQueries({ queryKey: replyQuery(reference).queryKey });
  };
  const discard = async () => {
    try {
      await draft.discard();
      notify(words.discard);
      back();
    } catch {
      draft.resume();
      notify(texts.errors.notDone, { alert: true });
    }
  };

  useKeys({
    "mod+enter": () => void ask(),
    "mod+s": draft.flush,
    n: () => (news.unread.length > 0 ? read() : false),
    Escape: back,
  });
  useEffect(() => {
    document.title = `${words.titleOf(reference)} | ${me.site}`;
  }, [words, reference, me.site]);
  // An offer of the server that a colleague changed: its number and day are the server's.
  useEffect(() => {
    setOffer((now) => {
      const { fixed } = toForm(reply.offer, language);
      return now.fixed.number === fixed.number && now.fixed.date === fixed.date ? now : { ...now, fixed };
    });
  }, [reply.offer, language, setOffer]);

  const preview = () => void openPreview(reference, offer).catch(() => notify(words.pdfFailed, { alert: true }));
  const head = { request, kind, draft, sending, preview, back, ask: () => void ask(), discard: () => void discard() };
  const deferred = useDeferredValue(offer);

  return (
    <main id="main" className="reply-m">
      <Problems value={shown}>
        <ReplyHead {...head} />
        <News news={{ ...news, read }} request={request} />
        <SendingNote sending={sending} stop={stop} retry={() => void ask()} />
        {tried > 0 && <Summary problems={problems} shown={tried} nameOf={(field) => fieldName(field, form, texts)} />}
        <div className={sheet ? "reply reply--sheet" : "reply"}>
          <div className="reply-f" inert={sending.state === "busy" || sending.state === "waiting"}>
            <LetterFields
              reply={reply}
              form={form}
              setKind={setKind}
              setLetter={(part) =>
                setForm((now) => ({
                  ...now,
                  letters: { ...now.letters, [now.kind]: { ...now.letters[now.kind], ...part } },
                }))
              }
              setOffer={setOffer}
            />
            {kind === "offer" && (
              <>
                <Lines request={request} reply={reply} offer={form.offer} setOffer={setOffer} checked={checked} />
                <Totals
                  offer={form.offer}
                  setOffer={setOffer}
                  checked={checked}
                  problems={problems}
                  showProblems={() => {
                    setTried((now) => now + 1);
                    if (problems[0]) focusField(problems[0].field);
                  }}
                />
                <Terms offer={form.offer} setOffer={setOffer} currencies={reply.currencies} />
                <Around offer={form.offer} setOffer={setOffer} />
              </>
            )}
          </div>
          {kind === "offer" ? (
            <Sheet request={request} offer={deferred} checked={checked} site={me.site} />
          ) : (
            <Said request={request} />
          )}
        </div>
        <ReplyFoot kind={kind} />
        <ReplyPhoneActions {...head} sheet={sheet} toggleSheet={() => setSheet((now) => !now)} />
      </Problems>
      {asking === "send" && (
        <SendDialog
          kind={kind}
          offer={offer}
          total={checked.check?.total?.total ?? ""}
          to={reply.to}
          onClose={() => setAsking(null)}
          send={() => go(form.lastLetter)}
        />
      )}
      {asking === "news" && (
        <NewsDialog letters={news.unread} onClose={() => setAsking(null)} read={read} send={() => void sendAnyway()} />
      )}
    </main>
  );
}

function letterProblems(letter: { subject: string; text: string }): Problem[] {
  return (["subject", "text"] as const).flatMap((field) => {
    const names = placeholders(letter[field]);
    if (names.length > 0) return [{ field, code: "placeholder", message: names.join(", ") }];
    return letter[field].trim() === "" ? [{ field, code: "required", message: "" }] : [];
  });
}

function fieldProblems({ fields }: ApiError): Problem[] {
  return Object.entries(fields).map(([field, message]) => ({ field, code: "", message }));
}

/** Names a field for the summary: "Position 3, Preis". */
function fieldName(field: string, { offer }: ReplyForm, texts: ReturnType<typeof useTexts>): string {
  const words = texts.reply;
  const [area = "", index = "", member = ""] = field.split(".");
  const names: Record<string, string> = {
    subject: words.subject,
    text: words.text,
    validUntil: words.validUntil,
    currency: words.currency,
    recipient: words.recipient,
    contact: words.contactName,
    discount: words.discountOnAll,
    notes: words.notes,
    terms: words.terms,
    lines: words.lines,
    charges: words.charges,
  };
  const name = names[area] ?? field;
  if (index === "" || area === "contact") return name;
  const members: Record<string, string> = {
    sku: texts.request.article,
    name: texts.request.article,
    price: words.price,
    quantity: words.quantity,
    discount: words.discount,
    vatRate: words.vatRate,
    deliveries: words.delivery,
    certificate: words.certificate,
    note: words.note,
    notOffered: words.reason,
    per: words.per,
    text: words.chargeText,
    amount: words.chargeAmount,
  };
  const of = area === "lines" ? words.position(offer.lines[Number(index)]?.position ?? "") : name;
  return `${of}, ${members[member] ?? member}`;
}
