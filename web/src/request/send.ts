import { timings } from "../constants";
import { localAddress, type Refused } from "./drafts";
import type { Payload } from "./payload";
import type { FormField } from "./rules";

export type Outcome =
  | { name: "sent"; reference: string; link: string }
  /** Its key belongs to a request with other content: it may be sent under another one. */
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
  /** What has to be proved before the request is taken. */
  challenge?: Challenge | undefined;
  taken: boolean;
}

/** What the server answered instead of a reference. */
class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`the server answered with ${reply.status}`);
    this.reply = reply;
  }
}

/** How many proofs of work one try may cost: a token can run out while its proof is made. */
const proofs = 3;

/** Sends a request and never throws. `checking` is called when the server asks for a proof of work. */
export async function sendRequest(payload: Payload, checking: () => void): Promise<Outcome> {
  try {
    return await submit(payload, checking);
  } catch (error) {
    if (!(error instanceof Refusal)) return { name: "unreachable" };
    const { status } = error.reply;
    return { name: "refused", later: status === 429 || status >= 500, ...complaints(error.reply) };
  }
}

/** A failure is logged and rethrown (error catalogue, "Form submit fails"). */
async function submit(payload: Payload, checking: () => void): Promise<Outcome> {
  try {
    let reply = await post(payload);
    for (let proof = 0; proof < proofs && reply.challenge; proof += 1) {
      checking();
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
  const patience = new AbortController();
  const timer = window.setTimeout(() => patience.abort(new Error("no answer in time")), timings.sendTimeout);
  try {
    const response = await fetch("/api/form-messages", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    return readReply(response.status, await response.text());
  } finally {
    window.clearTimeout(timer);
  }
}

/** A reply that is no JSON comes from something before the server, and says nothing. */
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
  // The server's script has no modules of its own, and proves nothing.
  if (import.meta.env.SSR) throw new Error("a proof of work is made in the browser alone");
  const { findNonceInWorker } = await import("./proof-in-worker");
  return { token, nonce: await findNonceInWorker(token, bits) };
}

/** The fields' names in the payload; two differ from the form's. */
const fieldNames: Record<string, FormField | "files"> = {
  name: "name",
  phone: "tel",
  email: "email",
  message: "message",
  agree: "agree",
  files: "files",
};

function complaints({ status, errors = [] }: Reply): Pick<Refused, "message" | "fields"> {
  const fields: Refused["fields"] = {};
  for (const { message = "", extensions } of errors) {
    const field = fieldNames[/^\w+/.exec(extensions?.field ?? "")?.[0] ?? ""];
    if (field) fields[field] = message;
  }
  // Other messages are for people who read logs, except those about too many requests or lines.
  const told = errors.find(({ extensions }) => status === 429 || extensions?.field === "lines");
  return { fields, message: told?.message ?? "" };
}
