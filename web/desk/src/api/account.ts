import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { call, callVoid } from "./client";
import { queryClient } from "./queries";
import { meSchema } from "./schemas";

const hereSchema = v.object({ origin: v.string(), former: v.string() });
export type PasskeysHere = v.InferOutput<typeof hereSchema>;

const accountSchema = v.object({
  password: v.boolean(),
  passkeys: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      site: v.string(),
      works: v.boolean(),
      created: v.string(),
      used: v.nullable(v.string()),
    }),
  ),
  passkeysHere: hereSchema,
  codes: v.boolean(),
  recovery: v.number(),
});
export type OwnAccount = v.InferOutput<typeof accountSchema>;

const sessionsSchema = v.array(
  v.object({
    id: v.string(),
    created: v.string(),
    seen: v.string(),
    agent: v.string(),
    address: v.string(),
    current: v.boolean(),
  }),
);

const setupSchema = v.object({ secret: v.string(), uri: v.string(), qr: v.string(), state: v.string() });
export type CodeSetup = v.InferOutput<typeof setupSchema>;
const recoverySchema = v.object({ recovery: v.array(v.string()) });

/** Where passkeys work, before somebody has signed in. */
export const waysInQuery = queryOptions({
  queryKey: ["ways-in"],
  queryFn: ({ signal }) => call("sign-in", v.object({ passkeys: hereSchema }), { signal }),
  staleTime: Infinity,
});

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => call("account", accountSchema, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call("sessions", sessionsSchema, { signal }),
  staleTime: 0,
});

/** Reports whether this browser can use passkeys on this page. */
export function passkeysWork({ origin }: PasskeysHere): boolean {
  return origin === location.origin && "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {});
}

const challengeSchema = v.object({ options: v.unknown(), state: v.string() });
type Answer = { state: string; answer: unknown };

/** Asks the device for a passkey; throws NotAllowedError if the person closes its window. */
async function answerOf(state: string, credential: Credential | null): Promise<Answer> {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
  return { state, answer: credential.toJSON() };
}

/** Lets the device sign in with one of its passkeys. */
export async function signInWithPasskey() {
  const { options, state } = await call("session/challenge", challengeSchema, { method: "POST" });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const passkey = await answerOf(state, await navigator.credentials.get({ publicKey }));
  return call("session", meSchema, { method: "POST", body: { passkey } });
}

/** Lets the device make a passkey for the challenge of an address. */
export async function makePasskey(address: string, body: object = {}): Promise<Answer> {
  const { options, state } = await call(address, challengeSchema, { method: "POST", body });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return answerOf(state, await navigator.credentials.create({ publicKey }));
}

/** Changes the account and puts the reply in the place of what was shown. */
async function change(path: string, method: "POST" | "DELETE", body?: object): Promise<void> {
  queryClient.setQueryData(accountQuery.queryKey, await call(path, accountSchema, { method, body }));
}

export async function addPasskey(name: string): Promise<void> {
  await change("account/passkeys", "POST", { name, ...(await makePasskey("account/passkeys/challenge")) });
}
export const removePasskey = (id: string) => change(`account/passkeys/${encodeURIComponent(id)}`, "DELETE");

export async function changePassword(password: string): Promise<void> {
  await call("account/password", meSchema, { method: "PUT", body: { password } });
  await Promise.all([accountQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
}

export const beginCodes = () => call("account/codes/secret", setupSchema, { method: "POST" });

/** Returns the recovery codes, which are shown this once. */
async function recoveryOf(path: string, body: object = {}): Promise<string[]> {
  const { recovery } = await call(path, recoverySchema, { method: "POST", body });
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  return recovery;
}
export const addCodes = (state: string, code: string) => recoveryOf("account/codes", { state, code });
export const renewRecovery = () => recoveryOf("account/recovery-codes");
export const removeCodes = () => change("account/codes", "DELETE");

export async function endSession(id: string): Promise<void> {
  await callVoid(`sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
