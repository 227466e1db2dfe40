import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { act, type BulkAction } from "../api/queries";
import type { Detail, Person } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { useLists } from "../inbox/lists";
import { allowed } from "../model/changes";
import { Assign } from "../parts/assign";
import { errorText } from "../parts/messages";
import { StateChoice } from "../parts/state-choice";
import { change, notify } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { useTexts } from "../texts/language";
import { ForgetDialog } from "./forget-dialog";

export interface Actions {
  may: (action: BulkAction) => boolean;
  run: (action: BulkAction) => void;
  ask: (what: "assign" | "state" | "forget") => void;
  resend: () => void;
  mayForget: boolean;
  back: () => void;
  previous: (() => void) | null;
  next: (() => void) | null;
  /** The place in the list that it was opened from, from 1. */
  place: { index: number; total: number } | null;
  dialogs: ReactNode;
}

/** Everything that can be done with an open request, by press and by key. */
export function useActions(request: Detail): Actions {
  const me = useMe();
  const texts = useTexts();
  const [asking, setAsking] = useState<"assign" | "state" | "forget" | null>(null);
  const { back, previous, next, place } = useNeighbours(request.reference);
  const changes = can(me, "requests.change");
  const mayForget = can(me, "requests.forget") && request.state !== "forgotten";

  const may = (action: BulkAction) =>
    (changes || action === "read" || action === "unread") && allowed(action, request.state);
  const run = (action: BulkAction, person: Person | null = null) => {
    if (!may(action)) return;
    const user = action === "assign" ? { user: person?.id ?? null } : {};
    void change({ action, references: [request.reference], ...user }, [request], texts, person);
  };
  const report = (done: Promise<unknown>, text: string) =>
    done.then(
      () => notify(text),
      (error: unknown) => notify(`${texts.errors.notDone} ${errorText(error, texts)}`, { alert: true }),
    );
  const resend = () => void report(act(request.reference, "resend"), texts.actions.done.resend());

  useKeys({
    j: () => (next ? next() : false),
    k: () => (previous ? previous() : false),
    a: () => (may("assign") ? setAsking("assign") : false),
    e: () => (may("assign") ? run("assign", me) : false),
    s: () => (changes ? setAsking("state") : false),
    u: () => run(request.unread ? "read" : "unread"),
    "!": () => run(request.state === "spam" ? "release" : "spam"),
    Escape: back,
  });

  const close = () => setAsking(null);
  const dialogs = (
    <>
      <Assign open={asking === "assign"} onClose={close} count={1} me={me} choose={(person) => run("assign", person)} />
      <StateChoice open={asking === "state"} onClose={close} rows={[request]} run={run} />
      {asking === "forget" && (
        <ForgetDialog
          reference={request.reference}
          onClose={close}
          forget={() => {
            close();
            void report(act(request.reference, "forget"), texts.request.forgottenNote);
          }}
        />
      )}
    </>
  );
  return { may, run, ask: setAsking, resend, mayForget, back, previous, next, place, dialogs };
}

/** The requests before and after this one in the list that it was opened from. */
function useNeighbours(reference: string) {
  const navigate = useNavigate();
  const list = useLists(({ current }) => current);
  const index = list?.references.indexOf(reference) ?? -1;
  const open = (other: string | undefined) =>
    index >= 0 && other !== undefined
      ? () => void navigate({ to: "/requests/$reference", params: { reference: other }, replace: true })
      : null;
  const back = () => {
    // The list is the entry before this one: it returns as it was.
    if (index >= 0 && history.length > 1) history.back();
    else void navigate({ to: "/requests", search: list?.filter ?? { view: "open" } });
  };
  return {
    back,
    previous: open(list?.references[index - 1]),
    next: open(list?.references[index + 1]),
    place: list && index >= 0 ? { index: index + 1, total: list.total } : null,
  };
}
