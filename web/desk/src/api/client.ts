import * as v from "valibot";
import { noteReply, useConnection } from "./connection";

interface ErrorDetails {
  /** What it is; "" without one. */
  code: string;
  /** Why a change conflicts: "letter" if one came meanwhile. */
  reason: string;
  /** What is wrong with fields, by their names. */
  fields: Record<string, string>;
  /** Seconds. */
  retryAfter: number;
}

/** A reply of the server that is an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly fields: Record<string, string>;
  readonly retryAfter: number;
  constructor(message: string, status: number, { code, reason, fields, retryAfter }: ErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** The server did not answer at all. */
export class OfflineError extends Error {}

const errorSchema = v.object({
  errors: v.array(
    v.object({
      message: v.string(),
      extensions: v.object({
        code: v.string(),
        reason: v.optional(v.string(), ""),
        fields: v.optional(v.record(v.string(), v.string()), {}),
      }),
    }),
  ),
});

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Calls the server and returns the whole checked reply. */
export async function callWhole<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<v.InferOutput<Schema>> {
  const reply = await send(path, call);
  return v.parse(schema, await reply.json());
}

/** Calls the server and returns the checked `data` of the reply. */
export async function call<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<v.InferOutput<Schema>> {
  const whole = await callWhole(path, v.object({ data: v.unknown() }), call);
  return v.parse(schema, whole.data);
}

/** Calls the server for an effect only. */
export async function callVoid(path: string, call: Call): Promise<void> {
  await send(path, call);
}

/** Calls the server for a file. */
export async function callFile(path: string, call: Call): Promise<Blob> {
  return (await send(path, call)).blob();
}

async function send(path: string, { method = "GET", body, signal }: Call): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(`/desk/api/${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteReply(null);
    throw new OfflineError("the server does not answer");
  }
  noteReply(reply.headers.get("Date"));
  if (reply.ok) return reply;
  const error = await readError(reply);
  if (error.code === "SIGN_IN") useConnection.setState({ signedOut: true });
  throw error;
}

async function readError(reply: Response): Promise<ApiError> {
  const parsed = v.safeParse(errorSchema, await reply.json().catch(() => null));
  const first = parsed.success ? parsed.output.errors[0] : undefined;
  const wait = Number(reply.headers.get("Retry-After") ?? 0);
  const details = first?.extensions ?? { code: "", reason: "", fields: {} };
  return new ApiError(first?.message ?? reply.statusText, reply.status, { ...details, retryAfter: wait || 0 });
}
