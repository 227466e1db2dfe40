import * as v from "valibot";
import { queryClient, refreshLists } from "./queries";
import { useConnection } from "./connection";
import { eventSchema } from "./schemas";

type Message = { type: "request"; reference: string } | { type: "session" } | { type: "connected" };

/** Changes within this time, in milliseconds, are fetched at once. */
const pause = 300;

/** Until a connection that the server refused is tried again, in milliseconds. */
const reconnect = 5_000;

/**
 * Follows the server's events. One tab of the browser, which holds a lock, has the
 * connection and tells the others; when it closes, another takes the lock. Returns
 * the function that ends it.
 */
export function followEvents(): () => void {
  const channel = new BroadcastChannel("ferrule-desk");
  const end = new AbortController();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    for (const reference of changed) void queryClient.invalidateQueries({ queryKey: ["request", reference] });
    changed.clear();
    void refreshLists();
  };
  const receive = (message: Message) => {
    if (message.type === "session") {
      useConnection.setState({ signedOut: true });
      return;
    }
    if (message.type === "request") changed.add(message.reference);
    timer ??= setTimeout(flush, pause);
  };
  const publish = (message: Message) => {
    channel.postMessage(message);
    receive(message);
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  navigator.locks
    .request("ferrule-desk-events", { signal: end.signal }, () => listen(publish, end.signal))
    .catch(() => undefined); // ended before the lock was free

  return () => {
    end.abort();
    clearTimeout(timer);
    channel.close();
  };
}

/** Passes the server's events on until the signal or the end of the session. */
async function listen(publish: (message: Message) => void, signal: AbortSignal): Promise<void> {
  let lost = false;
  while (!signal.aborted) {
    // What happened during a gap may have left the server's memory.
    const ended = await connection(publish, signal, () => {
      if (lost) publish({ type: "connected" });
      lost = false;
    });
    if (ended) return;
    lost = true;
    await new Promise((resolve) => setTimeout(resolve, reconnect));
  }
}

/** Resolves when the connection closed for good, with whether the session ended. */
function connection(publish: (message: Message) => void, signal: AbortSignal, open: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource("/desk/api/events");
    const close = (ended: boolean) => {
      source.close();
      resolve(ended);
    };
    let broken = false;
    source.addEventListener("open", () => {
      open();
      if (broken) publish({ type: "connected" });
      broken = false;
    });
    source.addEventListener("error", () => {
      broken = true;
      if (source.readyState === EventSource.CLOSED) close(false);
    });
    source.addEventListener("request", ({ data }: MessageEvent<string>) => {
      const event = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), data);
      if (event.success) publish({ type: "request", reference: event.output.reference });
    });
    source.addEventListener("session", () => {
      publish({ type: "session" });
      close(true);
    });
    signal.addEventListener("abort", () => close(true));
  });
}
