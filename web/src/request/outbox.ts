import { timings } from "../constants";
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
import { type FormKind, formKinds, type Payload, payloadOf, type RequestFrame, type Sending } from "./payload";
import { type Outcome, sendRequest } from "./send";

/** Told of each request that the server has taken, in the tab that sent it. */
type Sent = (kind: FormKind, payload: Payload) => void;

let tellSent: Sent = () => undefined;

/**
 * Sends a form as it is now. It is written down first: a tab that is closed, or
 * that finds no connection, leaves it to the next one.
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

/** Takes a waiting request back, with all that was typed. */
export function cancel(kind: FormKind): void {
  const draft = draftOf(kind);
  if (draft) saveDraft(kind, { ...draft, queued: undefined });
}

/** Sends what is waiting of a kind; of several tabs one does. */
export async function deliver(kind: FormKind): Promise<void> {
  await alone(`${kind} request`, async () => {
    // Keys are random: the second is not taken. If it were, it waits as without a connection.
    if ((await deliverOnce(kind)) === "taken") await deliverOnce(kind);
  });
}

async function deliverOnce(kind: FormKind): Promise<Outcome["name"] | undefined> {
  // Another tab may have sent it or taken it back.
  const draft = draftOf(kind);
  if (!draft?.queued) return undefined;
  showProgress(kind, "sending");
  const { payload } = draft.queued;
  const outcome = await sendRequest(payload, () => showProgress(kind, "checking"));
  settle(kind, payload, outcome);
  showProgress(kind, undefined);
  return outcome.name;
}

function settle(kind: FormKind, payload: Payload, outcome: Outcome): void {
  if (outcome.name === "sent") {
    finishDraft(kind, { reference: outcome.reference, link: outcome.link });
    tellSent(kind, payload);
    return;
  }
  const draft = draftOf(kind);
  if (!draft?.queued) return;
  if (outcome.name === "taken") {
    // Where there are no locks, another tab may have replaced the key already.
    if (draft.queued.payload.idempotencyKey === payload.idempotencyKey) saveDraft(kind, requeued(draft));
    return;
  }
  const { tries } = draft.queued;
  if (outcome.name === "unreachable" || (outcome.later && tries > 0)) {
    saveDraft(kind, { ...draft, queued: { payload, tries: tries + 1 } });
    return;
  }
  // The server has said that it has not taken it: the key is free.
  saveDraft(kind, { ...draft, queued: undefined, unsure: false });
  const { message, fields, later } = outcome;
  showResult(kind, { sent: false, seen: false, message, fields, later, language: payload.language });
}

/** Where the browser has no locks (without TLS), the key alone makes one request of two tries. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- the type says always, browsers do not
  if (!navigator.locks) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/**
 * Sends what waits: now, when the browser is online again, and, since a server
 * that is away says nothing when it returns, again and again. Returns what ends it.
 */
export function watchOutbox(sent: Sent): () => void {
  tellSent = sent;
  const unfollow = followDrafts();
  let timer: number | undefined;
  const deliverAll = () => {
    for (const kind of formKinds) if (draftOf(kind)?.queued) void deliver(kind);
  };
  const tryAgain = () => {
    deliverAll();
    // Another tab may be at it, which changes nothing here if it ends.
    plan();
  };
  const plan = () => {
    window.clearTimeout(timer);
    const waiting = Object.values(useRequests.getState().drafts).flatMap(({ queued }) => queued?.tries ?? []);
    if (waiting.length > 0) timer = window.setTimeout(tryAgain, pause(Math.min(...waiting)));
  };
  const stop = useRequests.subscribe((state, former) => {
    if (state.drafts !== former.drafts) plan();
  });
  window.addEventListener("online", deliverAll);
  deliverAll();
  plan();
  return () => {
    unfollow();
    stop();
    window.clearTimeout(timer);
    window.removeEventListener("online", deliverAll);
  };
}

/** How long to wait after so many tries in vain, in ms. */
function pause(tries: number): number {
  const { first, most } = timings.sendAgain;
  return Math.min(first * 2 ** Math.max(0, tries - 1), most);
}
