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
import type { Neighbours } from "./use-neighbours";

export interface Actions extends Neighbours {
  may: (action: BulkAction) => boolean;
  run: (action: BulkAction) => void;
  ask: (what: "assign" | "state" | "forget") => void;
  resend: () => void;
  mayForget: boolean;
  dialogs: ReactNode;
}

/** Everything that can be done with an open request, by press and by key. */
export function useActions(request: Detail, neighbours: Neighbours): Actions {
  const me = useMe();
  const texts = useTexts();
  const [asking, setAsking] = useState<"assign" | "state" | "forget" | null>(null);
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
  return { may, run, ask: setAsking, resend, mayForget, ...neighbours, dialogs };
}
