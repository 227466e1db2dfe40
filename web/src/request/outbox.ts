import { requeued } from "./draft";
import {
  clearResult,
  draftOf,
  finishDraft,
  followDrafts,
  saveDraft,
  shownDraft,
  showProgress,
  showResult,
  useRequests,
} from "./drafts";
import { type FormKind, formKinds } from "./form-kinds";
import { type Payload, payloadOf, type RequestFrame, type Sending } from "./payload";
import { retryDelay } from "../browser/retry-delay";
import { type Outcome, sendRequest } from "./send";

/** OnSent is called for each accepted request, in the tab that sent it. */
type OnSent = (kind: FormKind, payload: Payload) => void;

let notifySent: OnSent = () => undefined;

/**
 * send submits a form. The request is stored first, so that another tab or a later
 * page view sends it if this tab closes or has no connection.
 */
export async function send(frame: RequestFrame, sending: Sending): Promise<void> {
  const { kind } = frame;
  const draft = shownDraft(kind);
  if (draft.queued) return;
  clearResult(kind);
  showProgress(kind, "sending");
  const payload = payloadOf(draft, frame, sending, Date.now());
  saveDraft(kind, { ...draft, unsure: true, queued: { payload, tries: 0 } });
  await deliver(kind);
  showProgress(kind, undefined);
}

/** cancel removes a request from the queue and keeps its draft. */
export function cancel(kind: FormKind): void {
  const draft = draftOf(kind);
  if (draft) saveDraft(kind, { ...draft, queued: undefined });
}

/** deliver sends the queued request of a kind; a lock ensures that only one tab sends it. */
export async function deliver(kind: FormKind): Promise<void> {
  await withLock(`${kind} request`, async () => {
    // One retry with a new key: keys are random, so it is not taken too. If it is, the request remains queued.
    if ((await deliverOnce(kind)) === "taken") await deliverOnce(kind);
  });
}

async function deliverOnce(kind: FormKind): Promise<Outcome["name"] | undefined> {
  // Another tab may have sent or cancelled it.
  const draft = draftOf(kind);
  if (!draft?.queued) return undefined;
  showProgress(kind, "sending");
  const { payload } = draft.queued;
  const outcome = await sendRequest(payload, () => showProgress(kind, "checking"));
  applyOutcome(kind, payload, outcome);
  showProgress(kind, undefined);
  return outcome.name;
}

function applyOutcome(kind: FormKind, payload: Payload, outcome: Outcome): void {
  if (outcome.name === "sent") {
    finishDraft(kind, { reference: outcome.reference, link: outcome.link });
    notifySent(kind, payload);
    return;
  }
  const draft = draftOf(kind);
  if (!draft?.queued) return;
  if (outcome.name === "taken") {
    // Without locks, another tab may have replaced the key already.
    if (draft.queued.payload.idempotencyKey === payload.idempotencyKey) saveDraft(kind, requeued(draft));
    return;
  }
  const { tries } = draft.queued;
  if (outcome.name === "unreachable" || (outcome.later && tries > 0)) {
    saveDraft(kind, { ...draft, queued: { payload, tries: tries + 1 } });
    return;
  }
  // The server has refused the request, so its key is unused.
  saveDraft(kind, { ...draft, queued: undefined, unsure: false });
  const { message, fields, later } = outcome;
  showResult(kind, { sent: false, seen: false, message, fields, later, language: payload.language });
}

/** withLock runs the work unless another tab does. Without TLS there are no locks; the idempotency key then prevents duplicates. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- undefined in insecure contexts, against its type
  if (!navigator.locks) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/**
 * watchOutbox sends queued requests: at once, on the `online` event, and with
 * backoff, because no event reports that the server is reachable again. It returns
 * the cleanup function.
 */
export function watchOutbox(onSent: OnSent): () => void {
  notifySent = onSent;
  const unfollow = followDrafts();
  let timer: number | undefined;
  const deliverAll = () => {
    for (const kind of formKinds) if (draftOf(kind)?.queued) void deliver(kind);
  };
  const retry = () => {
    deliverAll();
    // If another tab holds the lock and fails, the drafts here do not change, so schedule anyway.
    schedule();
  };
  const schedule = () => {
    window.clearTimeout(timer);
    const queuedTries = Object.values(useRequests.getState().drafts).flatMap(({ queued }) => queued?.tries ?? []);
    if (queuedTries.length > 0) timer = window.setTimeout(retry, retryDelay(Math.min(...queuedTries)));
  };
  const stop = useRequests.subscribe((state, former) => {
    if (state.drafts !== former.drafts) schedule();
  });
  window.addEventListener("online", deliverAll);
  deliverAll();
  schedule();
  return () => {
    unfollow();
    stop();
    window.clearTimeout(timer);
    window.removeEventListener("online", deliverAll);
  };
}
