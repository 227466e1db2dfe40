import { useState } from "react";
import { detailQuery, queryClient } from "../api/queries";
import { replyQuery } from "../api/reply-queries";
import type { Offer } from "../api/reply-schemas";
import { type Problem, toForm } from "../model/offer-form";
import type { ReplyForm } from "../model/reply-draft";
import { notify } from "../parts/undo";
import { useLanguage, useTexts } from "../texts/language";
import type { Newest } from "./news";
import { letterProblems } from "./problem-list";
import type { Checked } from "./use-check";
import type { DraftState } from "./use-draft";
import type { useProblems } from "./use-problems";
import { useSend } from "./use-send";

interface Options {
  reference: string;
  form: ReplyForm;
  setForm: (change: (form: ReplyForm) => ReplyForm) => void;
  offer: Offer;
  typing: Problem[];
  checked: Checked;
  draft: DraftState;
  news: Newest;
  shown: ReturnType<typeof useProblems>;
  done: () => void;
}

/** Asks once before an answer is sent: about what is missing, then about letters that were not seen. */
export function useSending({ reference, form, setForm, offer, typing, checked, draft, news, shown, done }: Options) {
  const texts = useTexts();
  const language = useLanguage();
  const { kind } = form;
  const letter = form.letters[kind];
  const [asking, setAsking] = useState<{ what: "news" } | { what: "send"; total: string } | null>(null);
  const { sending, send, stop } = useSend({
    reference,
    draft,
    sent: () => {
      draft.close();
      notify(texts.reply.sent[kind]);
      done();
    },
    refused: (error) => {
      if (error.code !== "CONFLICT" || error.reason !== "letter") return shown.refuse(error);
      void queryClient.invalidateQueries({ queryKey: detailQuery(reference).queryKey });
      setAsking({ what: "news" });
      return true;
    },
  });

  const ask = async () => {
    if (sending.state === "busy" || sending.state === "waiting") return;
    if (letterProblems(letter).length > 0 || (kind === "offer" && typing.length > 0)) return shown.show();
    let total = "";
    if (kind === "offer") {
      const check = await checked.now().catch(() => null);
      if (!check) return notify(texts.reply.totalsFailed, { alert: true });
      if (check.problems.length > 0 || !check.total) return shown.show();
      total = check.total.total;
    }
    setAsking(news.unread.length > 0 ? { what: "news" } : { what: "send", total });
  };
  const go = (lastLetter = form.lastLetter, sentOffer = offer) => {
    setAsking(null);
    send({ kind, subject: letter.subject, text: letter.text, offer: kind === "offer" ? sentOffer : null, lastLetter });
  };
  /** Sends in spite of letters that came: the number of the offer may be the next one. */
  const sendAnyway = async () => {
    const now = await queryClient.fetchQuery({ ...replyQuery(reference), staleTime: 0 }).catch(() => null);
    if (!now) return notify(texts.errors.offline, { alert: true });
    const { fixed } = toForm(now.offer, language);
    setForm((current) => ({ ...current, lastLetter: now.lastLetter, offer: { ...current.offer, fixed } }));
    go(now.lastLetter, { ...offer, ...fixed });
  };
  /** Shows the letters that came; the draft stays as it is. */
  const read = () => {
    setAsking(null);
    news.read();
    void queryClient.invalidateQueries({ queryKey: replyQuery(reference).queryKey });
  };
  return { sending, stop, asking, close: () => setAsking(null), ask, go: () => go(), sendAnyway, read };
}
