import { useEffect, useRef, useState } from "react";
import { ApiError, OfflineError } from "../api/client";
import { useConnection } from "../api/connection";
import { act } from "../api/queries";
import type { Sent } from "../api/reply-queries";
import type { Detail } from "../api/schemas";
import type { DraftState } from "./use-draft";

export type Sending =
  | { state: "idle" }
  | { state: "busy" }
  /** The connection or the session ended: it goes as soon as the server answers. */
  | { state: "waiting"; session: boolean }
  | { state: "failed"; error: unknown };

interface Options {
  reference: string;
  /** Runs before and, unless it was sent, after. */
  draft: Pick<DraftState, "hold" | "resume">;
  sent: (detail: Detail) => void;
  /** The server refused it: a letter came meanwhile, or fields are wrong. True if that is shown elsewhere. */
  refused: (error: ApiError) => boolean;
}

/**
 * Sends an answer. The server takes the same answer only once, so that one whose reply
 * was lost is sent again.
 */
export function useSend({ reference, draft, sent, refused }: Options) {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const body = useRef<Sent | null>(null);
  const connected = useConnection(({ lostAt, signedOut }) => lostAt === null && !signedOut);

  const attempt = async () => {
    if (!body.current) return;
    setSending({ state: "busy" });
    await draft.hold();
    try {
      sent(await act(reference, "send", body.current));
    } catch (error) {
      if (error instanceof OfflineError) return setSending({ state: "waiting", session: false });
      const known = error instanceof ApiError;
      if (known && error.code === "SIGN_IN") return setSending({ state: "waiting", session: true });
      setSending(known && refused(error) ? { state: "idle" } : { state: "failed", error });
      draft.resume();
    }
    body.current = null;
  };
  const latest = useRef(attempt);
  useEffect(() => {
    latest.current = attempt;
  });
  const waiting = sending.state === "waiting";
  useEffect(() => {
    if (connected && waiting) void latest.current();
  }, [connected, waiting]);

  return {
    sending,
    send: (letter: Sent) => {
      if (sending.state === "busy") return;
      body.current = letter;
      void attempt();
    },
    /** Stops waiting. */
    stop: () => {
      body.current = null;
      setSending({ state: "idle" });
      draft.resume();
    },
  };
}
