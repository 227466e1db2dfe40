import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { makePasskey } from "./account";
import { call, callVoid } from "./client";
import { peopleQuery, queryClient } from "./queries";
import { meSchema, type Me } from "./schemas";

const roles = ["owner", "editor", "sales", "translator", "viewer"] as const;
export type Role = (typeof roles)[number];
export const allRoles: readonly Role[] = roles;

const accountsSchema = v.object({
  people: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      email: v.string(),
      role: v.picklist(["", ...roles]),
      roleName: v.string(),
      status: v.string(),
      password: v.boolean(),
      passkeys: v.number(),
      codes: v.boolean(),
      provider: v.string(),
      seen: v.nullable(v.string()),
      invitation: v.nullable(v.string()),
    }),
  ),
  programs: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      role: v.picklist(["", ...roles]),
      hint: v.string(),
      expires: v.string(),
      used: v.nullable(v.string()),
    }),
  ),
});
type Accounts = v.InferOutput<typeof accountsSchema>;
export type Colleague = Accounts["people"][number];
export type Program = Accounts["programs"][number];

export const accountsQuery = queryOptions({
  queryKey: ["accounts"],
  queryFn: ({ signal }) => call("accounts", accountsSchema, { signal }),
});

const entrySchema = v.object({
  id: v.string(),
  at: v.string(),
  by: v.object({ id: v.string(), name: v.string(), via: v.string(), address: v.string() }),
  action: v.string(),
  subject_name: v.string(),
  detail: v.string(),
});

export const logQuery = infiniteQueryOptions({
  queryKey: ["log"],
  queryFn: ({ pageParam, signal }) =>
    call(`log?${new URLSearchParams({ before: pageParam })}`, v.array(entrySchema), { signal }),
  initialPageParam: "",
  getNextPageParam: (page) => (page.length < 100 ? null : (page.at(-1)?.id ?? null)),
});

const invitedSchema = v.object({ link: v.string(), sent: v.boolean(), reason: v.string() });
export type Invited = v.InferOutput<typeof invitedSchema>;

/** Shows the list that a change returns, and reads what else it changed. */
async function show(accounts: Accounts | null): Promise<void> {
  if (accounts) queryClient.setQueryData(accountsQuery.queryKey, accounts);
  else await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  await Promise.all([logQuery, peopleQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
}

type Method = "PUT" | "DELETE";
const change = async (method: Method, path: string, body?: object) =>
  show(await call(path, accountsSchema, { method, body }));

export const changeRole = (id: string, role: Role) => change("PUT", `accounts/${id}/role`, { role });
export const changeStatus = (id: string, status: "active" | "suspended") =>
  change("PUT", `accounts/${id}/status`, { status });
export const removeAccount = (id: string) => change("DELETE", `accounts/${id}`);
export const signOutAccount = (id: string) => change("DELETE", `accounts/${id}/sessions`);
export const removeProgram = (id: string) => change("DELETE", `programs/${id}`);

export interface NewPerson {
  email: string;
  name: string;
  role: Role;
  language: string;
  send: boolean;
}

export async function invite(person: NewPerson): Promise<Invited> {
  const invited = await call("accounts", invitedSchema, { method: "POST", body: person });
  await show(null);
  return invited;
}

export async function inviteAgain(id: string, send: boolean): Promise<Invited> {
  const invited = await call(`accounts/${id}/invitation`, invitedSchema, { method: "POST", body: { send } });
  await show(null);
  return invited;
}

export async function addProgram(program: { name: string; role: Role; until: string }): Promise<string> {
  const { token } = await call("programs", v.object({ token: v.string() }), { method: "POST", body: program });
  await show(null);
  return token;
}

const invitationSchema = v.object({
  email: v.string(),
  name: v.string(),
  role: v.picklist(roles),
  by: v.string(),
  until: v.string(),
  language: v.picklist(["de-DE", "en-US"]),
  site: v.string(),
  passkeysHere: v.object({ origin: v.string(), former: v.string() }),
});
export type Invitation = v.InferOutput<typeof invitationSchema>;

export const readInvitation = (token: string) =>
  call("invitation", invitationSchema, { method: "POST", body: { token } });
export const declineInvitation = (token: string) => callVoid("invitation/decline", { method: "POST", body: { token } });

interface Acceptance {
  token: string;
  name: string;
  language: string;
}

export const acceptWithPassword = (acceptance: Acceptance & { password: string }): Promise<Me> =>
  call("invitation/accept", meSchema, { method: "POST", body: acceptance });

export async function acceptWithPasskey(acceptance: Acceptance & { device: string }): Promise<Me> {
  const passkey = await makePasskey("invitation/challenge", { token: acceptance.token });
  return call("invitation/accept", meSchema, { method: "POST", body: { ...acceptance, passkey } });
}
