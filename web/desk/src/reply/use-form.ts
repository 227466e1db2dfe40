import { useCallback, useEffect, useMemo, useState } from "react";
import type { Reply } from "../api/reply-schemas";
import { type OfferForm, toForm, toOffer } from "../model/offer-form";
import type { ReplyForm } from "../model/reply-draft";
import { useLanguage } from "../texts/language";

/** What is typed, and its offer as the server reads it. */
export function useForm(start: ReplyForm, reply: Reply) {
  const language = useLanguage();
  const [form, setForm] = useState(start);
  const setOffer = useCallback(
    (change: (offer: OfferForm) => OfferForm) =>
      setForm((now) => {
        const next = change(now.offer);
        return next === now.offer ? now : { ...now, offer: next };
      }),
    [],
  );
  const setLetter = useCallback(
    (part: Partial<ReplyForm["letters"]["offer"]>) =>
      setForm((now) => ({ ...now, letters: { ...now.letters, [now.kind]: { ...now.letters[now.kind], ...part } } })),
    [],
  );
  // Number and day of an offer are the server's: a colleague may have sent another.
  useEffect(() => {
    setOffer((now) => {
      const { fixed } = toForm(reply.offer, language);
      return now.fixed.number === fixed.number && now.fixed.date === fixed.date ? now : { ...now, fixed };
    });
  }, [reply.offer, language, setOffer]);
  const { offer, problems: typing } = useMemo(() => toOffer(form.offer, language), [form.offer, language]);
  return { form, setForm, setOffer, setLetter, offer, typing };
}
