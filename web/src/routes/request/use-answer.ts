import { createContext, type SubmitEvent, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { retryDelay } from "../../browser/retry-delay";
import { useContentCache } from "../../content/cache";
import { ContentError, exchange } from "../../content/client";
import type { SentRequest } from "../../content/sent-request";
import { sending } from "../../lazy-constants";
import { refresh, show, useToken } from "./use-sent-request";

/** What the sender of a request can do, by the last part of its address. */
export type Action = "decision" | "reply" | "again";

type Outcome =
  | { name: "done"; request: SentRequest }
  /** `fields`: the messages by field. `conflict`: the request has changed meanwhile. */
  | ({ name: "refused"; conflict: boolean } & Refusal)
  | { name: "unreachable" };

interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
}

const notRefused: Refusal = { message: "", fields: {} };

type Progress = "idle" | "sending" | "waiting" | "refused" | "arrived";

/** Shows a message above the request, which outlasts the form: the request may be in another stage by then. */
export const ConflictContext = createContext<(message: string) => void>(() => undefined);

/** answerAddress returns the address to which an answer is sent, by scripts and by the form itself. */
export function answerAddress(token: string, action: Action): string {
  return `/api/requests/${encodeURIComponent(token)}/${action}`;
}

/**
 * useAnswer sends a form of the page. A form that is pressed twice is sent once;
 * without a connection it waits and is sent when the connection is back.
 * `onArrived` is called when the supplier has it.
 */
export function useAnswer(action: Action, onArrived: (form: HTMLFormElement) => void) {
  const cache = useContentCache();
  const token = useToken();
  const showConflict = useContext(ConflictContext);
  const form = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState<Progress>("idle");
  const [refused, setRefused] = useState(notRefused);
  const [queued, setQueued] = useState<{ body: string; tries: number } | null>(null);
  const busy = useRef(false);

  useEffect(() => {
    // Native validation applies without scripts only: its messages are in the browser's language.
    if (form.current) form.current.noValidate = true;
  }, []);

  const send = async (body: string, tries: number) => {
    if (busy.current) return;
    busy.current = true;
    setProgress("sending");
    setRefused(notRefused);
    const outcome = await post(answerAddress(token, action), body);
    busy.current = false;
    if (outcome.name === "unreachable") {
      setProgress("waiting");
      setQueued({ body, tries: tries + 1 });
      return;
    }
    setQueued(null);
    setProgress(outcome.name === "done" ? "arrived" : "refused");
    if (outcome.name === "done") {
      if (form.current) onArrived(form.current);
      show(cache, token, outcome.request);
      return;
    }
    setRefused(outcome);
    if (!outcome.conflict) return;
    showConflict(outcome.message);
    await refresh(cache, token);
  };

  const retry = useEffectEvent(() => void (queued && send(queued.body, queued.tries)));
  useEffect(() => {
    if (!queued) return;
    const timer = window.setTimeout(retry, retryDelay(queued.tries));
    const online = () => retry();
    window.addEventListener("online", online);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", online);
    };
  }, [queued]);

  return {
    form,
    progress,
    refused,
    submit: (event: SubmitEvent<HTMLFormElement>) => void send(bodyOf(event.currentTarget), 0),
    sendNow: () => void (queued && send(queued.body, queued.tries)),
    cancel: () => {
      setQueued(null);
      setProgress("idle");
    },
  };
}

/** bodyOf returns the fields of a form as JSON. */
function bodyOf(form: HTMLFormElement): string {
  return JSON.stringify(Object.fromEntries(new FormData(form)), (name, value: unknown) =>
    name === "accept" ? value === "true" : value,
  );
}

async function post(address: string, body: string): Promise<Outcome> {
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const signal = AbortSignal.timeout(sending.timeout);
    const request = await exchange(address, { method: "POST", headers, body, signal });
    return { name: "done", request: request as SentRequest };
  } catch (error) {
    if (!(error instanceof ContentError) || error.status === undefined) return { name: "unreachable" };
    const { status } = error;
    // The messages of other failures are for logs.
    const message = status < 500 && typeof error.data === "object" ? error.message : "";
    return { name: "refused", message, fields: fieldsOf(error.data), conflict: status === 409 };
  }
}

/** fieldsOf returns the messages of a reply by their fields. */
function fieldsOf(reply: unknown): Refusal["fields"] {
  const { errors = [] } = (reply ?? {}) as { errors?: { message?: string; extensions?: { field?: string } }[] };
  return Object.fromEntries(
    errors.flatMap(({ message = "", extensions: { field } = {} }) => (field ? [[field, message]] : [])),
  );
}
