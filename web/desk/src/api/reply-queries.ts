import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callFile, callVoid } from "./client";
import {
  articlesSchema,
  checkSchema,
  type Draft,
  type LetterKind,
  type Offer,
  replySchema,
  savedSchema,
} from "./reply-schemas";

const path = (reference: string, rest: string) => `requests/${encodeURIComponent(reference)}/${rest}`;

/** What an answer begins with. It is read anew each time that one is written. */
export const replyQuery = (reference: string) =>
  queryOptions({
    queryKey: ["reply", reference],
    queryFn: ({ signal }) => call(path(reference, "reply"), replySchema, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The amounts and problems of an offer, which the server alone calculates. */
export const checkQuery = (reference: string, offer: string) =>
  queryOptions({
    queryKey: ["check", reference, offer],
    queryFn: ({ signal }) =>
      call(path(reference, "offer/check"), checkSchema, { method: "POST", body: JSON.parse(offer) as Offer, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Articles that match words. */
export const articlesQuery = (q: string, language: string) =>
  queryOptions({
    queryKey: ["articles", q, language],
    queryFn: ({ signal }) => call(`articles?${new URLSearchParams({ q, language })}`, articlesSchema, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

export const saveDraft = (reference: string, draft: Omit<Draft, "savedAt">) =>
  call(path(reference, "draft"), savedSchema, { method: "PUT", body: draft });

export const deleteDraft = (reference: string) => callVoid(path(reference, "draft"), { method: "DELETE" });

export const previewOffer = (reference: string, offer: Offer) =>
  callFile(path(reference, "offer/preview.pdf"), { method: "POST", body: offer });

/** The address of an offer as it was sent. */
export const offerAddress = (reference: string, number: string) =>
  `/desk/api/${path(reference, `offers/${encodeURIComponent(number)}.pdf`)}`;

/** What is sent to the visitor. */
export interface Sent {
  kind: LetterKind;
  subject: string;
  text: string;
  offer: Offer | null;
  lastLetter: number;
}
