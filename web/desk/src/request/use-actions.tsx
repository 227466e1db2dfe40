import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { act, type BulkAction } from "../api/queries";
import type { Detail, Person } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { allowed } from "../model/changes";
import { Assign } from "../parts/assign";
import { errorText } from "../parts/messages";
import { StateChoice } from "../parts/state-choice";
import { change, notify } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { useTexts } from "../texts/language";
import { ForgetDialog } from "./forget-dialog";
import { focusNewestLetter } from "./letter";
import { OutcomeDialog } from "./outcome-dialog";
import type { Neighbours } from "./use-neighbours";

type Asked = "assign" | "state" | "forget" | "won" | "lost";

export interface Actions extends Neighbours {
  may: (action: BulkAction) => boolean;
  run: (action: BulkAction) => void;
  ask: (what: Asked) => void;
  /** Opens the page on which the request is answered; null if it cannot be. */
  reply: (() => void) | null;
  resend: () => void;
  mayForget: boolean;
  dialogs: ReactNode;
}

/** Everything that can be done with an open request, by press and by key. */
export function useActions(request: Detail, neighbours: Neighbours): Actions {
  const me = useMe();
  const texts = useTexts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asked | null>(null);
  const changes = can(me, "requests.change");
  const mayReply = changes && request.state !== "spam" && request.state !== "forgotten" && !!request.email;
  const reply = mayReply
    ? () =>
        void navigate({
          to: "/requests/$reference/reply",
          params: { reference: request.reference },
          search: { kind: request.draft?.kind ?? "offer" },
        })
    : null;
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
    r: () => (reply ? reply() : false),
    n: () => (focusNewestLetter() ? undefined : false),
    a: () => (may("assign") ? setAsking("assign") : false),
    e: () => (may("assign") ? run("assign", me) : false),
    s: () => (changes ? setAsking("state") : false),
    u: () => run(request.unread ? "read" : "unread"),
    "!": () => run(request.state === "spam" ? "release" : "spam"),
  });

  const close = () => setAsking(null);
  const dialogs = (
    <>
      <Assign open={asking === "assign"} onClose={close} count={1} me={me} choose={(person) => run("assign", person)} />
      <StateChoice open={asking === "state"} onClose={close} rows={[request]} run={run} end={setAsking} />
      {(asking === "won" || asking === "lost") && (
        <OutcomeDialog
          reference={request.reference}
          outcome={asking}
          onClose={close}
          done={(outcome) => notify(texts.reply.outcome.done[outcome])}
        />
      )}
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
  return { may, run, ask: setAsking, reply, resend, mayForget, ...neighbours, dialogs };
}
