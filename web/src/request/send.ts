import { sending } from "../lazy-constants";
import { localAddress, type Refused } from "./drafts";
import type { Payload } from "./payload";
import type { FormField } from "./rules";

export type Outcome =
  | { name: "sent"; reference: string; link: string }
  /** The idempotency key belongs to a request with other content; a retry needs a new key. */
  | { name: "taken" }
  | ({ name: "refused" } & Pick<Refused, "message" | "fields" | "later">)
  | { name: "unreachable" };

interface Challenge {
  token: string;
  bits: number;
}

interface Reply {
  status: number;
  data?: { reference?: string; link?: string };
  errors?: { message?: string; extensions?: { code?: string; field?: string; challenge?: Challenge } }[];
  /** The proof of work that the server requires. */
  challenge?: Challenge | undefined;
  taken: boolean;
}

/** Refusal is a reply without a reference. */
class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`send request: server replied with status ${reply.status}`);
    this.reply = reply;
  }
}

/** The maximum number of proofs of work per attempt: a token can expire while its proof is computed. */
const maxProofs = 3;

/** sendRequest sends a request and never throws. `onChallenge` is called when the server requires a proof of work. */
export async function sendRequest(payload: Payload, onChallenge: () => void): Promise<Outcome> {
  try {
    return await submit(payload, onChallenge);
  } catch (error) {
    if (!(error instanceof Refusal)) return { name: "unreachable" };
    const { status } = error.reply;
    return { name: "refused", later: status === 429 || status >= 500, ...messagesOf(error.reply) };
  }
}

/** submit logs and rethrows a failure (error catalogue, "Form submit fails"). */
async function submit(payload: Payload, onChallenge: () => void): Promise<Outcome> {
  try {
    let reply = await post(payload);
    for (let proof = 0; proof < maxProofs && reply.challenge; proof += 1) {
      onChallenge();
      reply = await post({ ...payload, challenge: await answer(reply.challenge) });
    }
    if (reply.taken) return { name: "taken" };
    const { reference, link } = reply.data ?? {};
    if (!reference) throw new Refusal(reply);
    return { name: "sent", reference, link: localAddress(link) };
  } catch (error) {
    console.error("Form submit failed:", error);
    throw error;
  }
}

interface Answer extends Pick<Challenge, "token"> {
  nonce: string;
}

async function post(body: Payload & { challenge?: Answer }): Promise<Reply> {
  const timeout = new AbortController();
  const timer = window.setTimeout(
    () => timeout.abort(new Error("send request: no reply before the timeout")),
    sending.timeout,
  );
  try {
    const response = await fetch("/api/form-messages", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: timeout.signal,
    });
    return readReply(response.status, await response.text());
  } finally {
    window.clearTimeout(timer);
  }
}

/** readReply parses a reply. One that is not JSON is from a proxy in front of the server; only its status is used. */
function readReply(status: number, text: string): Reply {
  try {
    const { data, errors } = JSON.parse(text) as Pick<Reply, "data" | "errors">;
    const extensions = errors?.[0]?.extensions;
    const challenge = extensions?.code === "CHALLENGE_REQUIRED" ? extensions.challenge : undefined;
    const taken = extensions?.code === "IDEMPOTENCY_KEY_REUSED";
    return { status, challenge, taken, ...(data ? { data } : {}), ...(errors ? { errors } : {}) };
  } catch {
    return { status, taken: false };
  }
}

async function answer({ token, bits }: Challenge): Promise<Answer> {
  // Removes the worker from the server bundle, which cannot import modules at run time.
  if (import.meta.env.SSR) throw new Error("compute proof of work: not available on the server");
  const { findNonceInWorker } = await import("./proof-in-worker");
  return { token, nonce: await findNonceInWorker(token, bits) };
}

/** The form's fields by their names in the payload. */
const fieldNames: Record<string, FormField | "files"> = {
  name: "name",
  phone: "tel",
  email: "email",
  message: "message",
  agree: "agree",
  files: "files",
};

/** messagesOf returns the server's messages by field, and a general one. */
function messagesOf({ status, errors = [] }: Reply): Pick<Refused, "message" | "fields"> {
  const fields: Refused["fields"] = {};
  for (const { message = "", extensions } of errors) {
    const field = fieldNames[/^\w+/.exec(extensions?.field ?? "")?.[0] ?? ""];
    if (field) fields[field] = message;
  }
  // Only general messages about too many requests, lines or the form are meant for visitors; others are for logs.
  const general = errors.find(
    ({ extensions }) => status === 429 || extensions?.field === "lines" || extensions?.field === "formId",
  );
  return { fields, message: general?.message ?? "" };
}
