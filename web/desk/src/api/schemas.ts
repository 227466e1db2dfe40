import * as v from "valibot";
import { person } from "./person-schema";
import { letterSchema, ownDraftSchema, sentOfferSchema } from "./reply-schemas";

// Replies of /desk/api. Unknown members are ignored, so that an older application works with a newer server.

const role = v.picklist(["owner", "editor", "sales", "translator", "viewer"]);
const state = v.picklist([
  "new",
  "work",
  "waiting",
  "offered",
  "won",
  "lost",
  "expired",
  "answered",
  "spam",
  "forgotten",
]);

export const meSchema = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role,
  rights: v.array(v.string()),
  language: v.picklist(["de-DE", "en-US"]),
  site: v.string(),
});

const rowEntries = {
  reference: v.string(),
  created: v.string(),
  deadline: v.nullable(v.string()),
  answered: v.nullable(v.string()),
  expires: v.nullish(v.string(), null),
  state,
  language: v.string(),
  name: v.nullable(v.string()),
  company: v.nullable(v.string()),
  firstLine: v.string(),
  lineCount: v.number(),
  fileCount: v.number(),
  form: v.string(),
  assignee: v.nullable(person),
  unread: v.boolean(),
  failed: v.boolean(),
};
const rowSchema = v.object(rowEntries);

const countsSchema = v.object({
  open: v.number(),
  mine: v.number(),
  overdue: v.number(),
  unassigned: v.number(),
  waiting: v.number(),
  expiring: v.number(),
  answered: v.number(),
  all: v.number(),
  spam: v.number(),
});

export const pageSchema = v.object({
  data: v.array(rowSchema),
  meta: v.object({
    total: v.number(),
    next: v.nullable(v.string()),
    counts: countsSchema,
    languages: v.optional(v.array(v.string()), []),
  }),
});

const lineSchema = v.object({
  position: v.string(),
  sku: v.string(),
  name: v.string(),
  quantity: v.number(),
  note: v.string(),
  price: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  known: v.boolean(),
  href: v.nullable(v.string()),
  image: v.nullable(v.string()),
  today: v.nullable(v.object({ stock: v.nullable(v.number()), changed: v.boolean(), ended: v.boolean() })),
});

const deliverySchema = v.object({
  event: v.string(),
  target: v.string(),
  state: v.picklist(["waiting", "done", "dead", "held"]),
  attempts: v.number(),
  due: v.nullable(v.string()),
  settled: v.nullable(v.string()),
  error: v.string(),
});

const entrySchema = v.object({
  id: v.number(),
  at: v.string(),
  by: v.nullable(person),
  kind: v.picklist([
    "created",
    "assigned",
    "unassigned",
    "note",
    "answered",
    "reopened",
    "spam",
    "released",
    "forgotten",
    "delivered",
    "failed",
    "resent",
    "question",
    "offer",
    "decline",
    "reply",
    "accepted",
    "refused",
    "automatic",
    "expired",
    "won",
    "lost",
  ]),
  text: v.string(),
});

export const detailSchema = v.object({
  ...rowEntries,
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  subject: v.string(),
  text: v.nullable(v.string()),
  page: v.string(),
  link: v.string(),
  lines: v.array(lineSchema),
  files: v.array(v.object({ id: v.string(), name: v.string(), type: v.string(), size: v.number() })),
  deliveries: v.array(deliverySchema),
  history: v.array(entrySchema),
  earlier: v.array(rowSchema),
  spamReason: v.string(),
  lastLetter: v.number(),
  letters: v.array(letterSchema),
  offers: v.array(sentOfferSchema),
  draft: v.nullable(ownDraftSchema),
  outcomeReason: v.string(),
});

export const bulkSchema = v.object({
  done: v.array(v.string()),
  failed: v.array(v.object({ reference: v.string(), message: v.string() })),
});

export const peopleSchema = v.array(person);

export const overviewSchema = v.object({
  counts: countsSchema,
  due: v.array(rowSchema),
  failed: v.array(v.object({ reference: v.string(), target: v.string(), since: v.string(), error: v.string() })),
  searches: v.array(v.object({ words: v.string(), language: v.string(), count: v.number(), last: v.string() })),
  answerTime: v.object({ median: v.nullable(v.number()), p95: v.nullable(v.number()), n: v.number() }),
});

export const eventSchema = v.object({ reference: v.string(), kind: v.string(), by: v.nullable(person) });

export type Me = v.InferOutput<typeof meSchema>;
export type Right =
  | "requests.read"
  | "requests.persons"
  | "requests.change"
  | "requests.forget"
  | "report.read"
  | "people.change"
  | "settings.change";
export type State = v.InferOutput<typeof state>;
export type Person = v.InferOutput<typeof person>;
export type Row = v.InferOutput<typeof rowSchema>;
export type Counts = v.InferOutput<typeof countsSchema>;
export type Line = v.InferOutput<typeof lineSchema>;
export type Delivery = v.InferOutput<typeof deliverySchema>;
export type Entry = v.InferOutput<typeof entrySchema>;
export type Detail = v.InferOutput<typeof detailSchema>;
export type Overview = v.InferOutput<typeof overviewSchema>;
