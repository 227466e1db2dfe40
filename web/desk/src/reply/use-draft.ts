import { useEffect, useRef, useState } from "react";
import { serverNow, useConnection } from "../api/connection";
import { queryClient, detailQuery } from "../api/queries";
import { deleteDraft, saveDraft } from "../api/reply-queries";
import type { Draft } from "../api/reply-schemas";
import { forgetKept, keep, type Kept, type ReplyForm } from "../model/reply-draft";

/** Until a changed draft goes to the server, in milliseconds. */
const rest = 800;

export interface DraftState {
  /** Where the draft is: nowhere yet, on this device, on its way, on the server; or the device refuses it. */
  place: "none" | "device" | "saving" | "server" | "refused";
  at: number;
  /** Saves it now. */
  flush: () => void;
  /** Saves nothing on the server until `resume`: a draft that arrives after its letter would stay. */
  hold: () => Promise<void>;
  resume: () => void;
  /** Forgets it here, once the server has. */
  close: () => void;
  discard: () => Promise<void>;
}

/** Keeps an answer: on the device with each change, on the server when typing rests. */
export function useDraft(
  person: string,
  reference: string,
  start: Kept,
  form: ReplyForm,
  toDraft: (form: ReplyForm) => Omit<Draft, "savedAt">,
): DraftState {
  const [state, setState] = useState<Pick<DraftState, "place" | "at">>(() => ({
    place: start.pending ? "device" : start.savedAt ? "server" : "none",
    at: start.at,
  }));
  const latest = useRef({
    form,
    at: start.at,
    savedAt: start.savedAt,
    pending: start.pending,
    saving: null as Promise<void> | null,
    held: false,
    over: false,
  });
  const draftOf = useRef(toDraft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const connected = useConnection(({ lostAt, signedOut }) => lostAt === null && !signedOut);

  const store = () => {
    const { form: kept, at, savedAt, pending } = latest.current;
    return keep(person, reference, { form: kept, at, savedAt, pending });
  };
  const attempt = async () => {
    const now = latest.current;
    const sent = now.form;
    setState(({ at }) => ({ place: "saving", at }));
    try {
      const { savedAt } = await saveDraft(reference, draftOf.current(sent));
      now.savedAt = savedAt;
      now.pending = now.form !== sent;
      if (!now.over) store();
      if (!now.pending) setState({ place: "server", at: Date.parse(savedAt) });
    } catch {
      setState(({ at }) => ({ place: "device", at }));
      return false;
    }
    return true;
  };
  const save = useRef(() => {
    const now = latest.current;
    if (now.saving || now.held || now.over || !now.pending) return;
    now.saving = attempt().then((done) => {
      now.saving = null;
      // What was typed meanwhile.
      if (done) save.current();
    });
  });

  useEffect(() => {
    draftOf.current = toDraft;
  });
  useEffect(() => {
    const now = latest.current;
    if (form === now.form || now.over) return;
    Object.assign(now, { form, at: serverNow(), pending: true });
    setState({ place: store() ? "device" : "refused", at: now.at });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save.current(), rest);
    // `store` reads what is the latest.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form]);
  useEffect(() => {
    if (connected) save.current();
  }, [connected]);
  useEffect(() => {
    const now = latest.current;
    const saveNow = save.current;
    return () => {
      clearTimeout(timer.current);
      saveNow();
      // The request shows whether there is a draft.
      void Promise.resolve(now.saving).then(() =>
        queryClient.invalidateQueries({ queryKey: detailQuery(reference).queryKey }),
      );
    };
  }, [reference]);

  const hold = async () => {
    latest.current.held = true;
    clearTimeout(timer.current);
    await latest.current.saving;
  };
  const close = () => {
    latest.current.over = true;
    clearTimeout(timer.current);
    forgetKept(person, reference);
  };
  return {
    ...state,
    flush: () => {
      clearTimeout(timer.current);
      save.current();
    },
    hold,
    resume: () => {
      latest.current.held = false;
      save.current();
    },
    close,
    discard: async () => {
      await hold();
      await deleteDraft(reference);
      close();
    },
  };
}
