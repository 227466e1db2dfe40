import type { BulkAction } from "../api/queries";
import type { Row, State } from "../api/schemas";

/** A change, or the one that takes it back. */
export interface Change {
  action: BulkAction;
  references: string[];
  user?: string | null;
}

/** Reports whether a request waits for an answer. */
function isOpen(state: State): boolean {
  return state === "new" || state === "work";
}

/** Reports whether a request was answered, in whatever way. */
function isAnswered(state: State): boolean {
  return !isOpen(state) && state !== "spam" && state !== "forgotten";
}

/** Reports whether an outcome may be entered by hand. */
export function mayEnd(outcome: "won" | "lost", state: State): boolean {
  return isAnswered(state) && state !== outcome;
}

/** Reports whether a request in this state may be changed so. */
export function allowed(action: BulkAction, state: State): boolean {
  if (state === "forgotten") return action === "read" || action === "unread";
  const open = isOpen(state);
  switch (action) {
    case "assign":
      return state !== "spam";
    case "answer":
      return open;
    case "reopen":
      return isAnswered(state);
    case "spam":
      return open;
    case "release":
      return state === "spam";
    case "read":
    case "unread":
      return true;
  }
}

const opposites = {
  answer: "reopen",
  reopen: "answer",
  spam: "release",
  release: "spam",
  read: "unread",
  unread: "read",
} as const;

type Before = Pick<Row, "reference" | "assignee" | "unread">;

/** Returns the changes that restore `rows`, which are as before, after the change. Rows that it did not touch stay. */
export function undoOf({ action, references }: Change, rows: Before[]): Change[] {
  const changed = new Set(references);
  const before = rows.filter(({ reference }) => changed.has(reference));
  if (action !== "assign") {
    const touched =
      action === "read"
        ? before.filter(({ unread }) => unread)
        : action === "unread"
          ? before.filter(({ unread }) => !unread)
          : before;
    if (touched.length === 0) return [];
    return [{ action: opposites[action], references: touched.map(({ reference }) => reference) }];
  }
  const groups = new Map<string | null, string[]>();
  for (const { reference, assignee } of before) {
    const user = assignee?.id ?? null;
    groups.set(user, [...(groups.get(user) ?? []), reference]);
  }
  return [...groups].map(([user, group]) => ({ action: "assign", references: group, user }));
}
