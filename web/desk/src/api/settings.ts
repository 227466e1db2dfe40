import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { ApiError, call, callVoid } from "./client";
import { queryClient } from "./queries";
import { meSchema } from "./schemas";

const settingSchema = v.object({
  name: v.string(),
  value: v.string(),
  secret: v.boolean(),
  isSet: v.boolean(),
  source: v.picklist(["flag", "environment", "file", "desk", "default"]),
  at: v.nullable(v.string()),
  by: v.string(),
});
const settingsSchema = v.object({ version: v.number(), settings: v.array(settingSchema) });
const mailTestSchema = v.object({
  sent: v.boolean(),
  error: v.string(),
  to: v.string(),
  server: v.string(),
  took: v.number(),
  domain: v.string(),
  checks: v.array(v.object({ name: v.string(), state: v.string(), reason: v.string(), record: v.string() })),
});
const draftSchema = v.object({
  step: v.optional(v.number(), 1),
  started: v.optional(v.string(), ""),
  company: v.optional(
    v.object({
      name: v.optional(v.string(), ""),
      street: v.optional(v.string(), ""),
      city: v.optional(v.string(), ""),
      country: v.optional(v.string(), ""),
      email: v.optional(v.string(), ""),
      phone: v.optional(v.string(), ""),
      languages: v.optional(v.array(v.string()), ["de-DE", "en-US", "fr-FR", "it-IT"]),
    }),
    {},
  ),
  person: v.optional(v.object({ name: v.optional(v.string(), ""), email: v.optional(v.string(), "") }), {}),
  mail: v.optional(v.record(v.string(), v.string()), {}),
  arrived: v.optional(v.string(), ""),
  kind: v.optional(v.picklist(["demo", "directus", "file", "empty"]), "demo"),
  url: v.optional(v.string(), ""),
});
const setupSchema = v.object({ owner: v.boolean(), draft: draftSchema });
const stateSchema = v.object({
  empty: v.boolean(),
  articles: v.number(),
  languages: v.array(v.string()),
  records: v.record(v.string(), v.number()),
  address: v.string(),
  reachable: v.boolean(),
  status: v.string(),
  mailServer: v.boolean(),
  recipients: v.nullable(v.array(v.string())),
  backup: v.boolean(),
});

export type Setting = v.InferOutput<typeof settingSchema>;
export type Settings = v.InferOutput<typeof settingsSchema>;
export type MailTest = v.InferOutput<typeof mailTestSchema>;
export type Draft = v.InferOutput<typeof draftSchema>;
export type SiteState = v.InferOutput<typeof stateSchema>;
/** Settings to be stored; null removes one. */
export type Change = Record<string, string | null>;

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call("settings", settingsSchema, { signal }),
});

export async function changeSettings(version: number, change: Change): Promise<Settings> {
  const settings = await call("settings", settingsSchema, { method: "PUT", body: { version, change } });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  return settings;
}

export const testMail = (to: string, change: Change) =>
  call("settings/mail-test", mailTestSchema, { method: "POST", body: { to, change } });

export const beginSetup = (token: string) => callVoid("setup/session", { method: "POST", body: { token } });
export const readSetup = () => call("setup", setupSchema);
export const saveDraft = (draft: Draft) => callVoid("setup", { method: "PUT", body: draft });
export const addFirstOwner = (person: { name: string; email: string; password: string; language: string }) =>
  call("setup/account", meSchema, { method: "POST", body: person });

export const stateQuery = queryOptions({
  queryKey: ["setup", "content"],
  queryFn: ({ signal }) => call("setup/content", stateSchema, { signal }),
});

/** Loads content into the new site. */
export async function loadContent(
  from: { kind: string; url?: string; token?: string },
  file?: File,
): Promise<SiteState> {
  if (!file) return call("setup/content", stateSchema, { method: "POST", body: from });
  const text: unknown = JSON.parse(await file.text());
  return call("setup/content?kind=file", stateSchema, { method: "POST", body: text });
}

/** What the server says of an error, if it names a cause. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "";
  return [error.message, ...Object.values(error.fields)].filter((text, at, all) => all.indexOf(text) === at).join(" ");
}
