import { useEffect } from "react";
import { noteReply, useConnection } from "../api/connection";
import { meQuery, queryClient } from "../api/queries";
import { call } from "../api/client";
import { meSchema } from "../api/schemas";
import { clockTime } from "../model/dates";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

/** How often a broken connection is tried, in milliseconds. */
const pause = 5_000;

/** Says that the server does not answer, and tries again. */
export function OfflineBar({ retry }: { retry: () => void }) {
  const texts = useTexts();
  const language = useLanguage();
  const lostAt = useConnection((connection) => connection.lostAt);
  const lost = lostAt !== null;

  useEffect(() => {
    const offline = () => noteReply(null);
    const online = () => void attempt();
    window.addEventListener("offline", offline);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("offline", offline);
      window.removeEventListener("online", online);
    };
  }, []);
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => void attempt(), pause);
    return () => {
      clearInterval(timer);
      // It answers again: everything may have changed.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    };
  }, [lost]);

  return (
    <div role="status">
      {lost && (
        <div className="note note--warn">
          <Icon name="cloud" />
          <div>
            <b className="u">{texts.offline.since(clockTime(lostAt, language))}</b>{" "}
            <span className="mut">{texts.offline.text}</span>
          </div>
          <div className="acts">
            <button
              className="b b--s"
              type="button"
              onClick={() => {
                void attempt().then((answered) => answered && retry());
              }}
            >
              {texts.offline.try}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Asks the server for the session; its reply or failure updates the connection. */
async function attempt(): Promise<boolean> {
  try {
    queryClient.setQueryData(meQuery.queryKey, await call("session", meSchema));
    return true;
  } catch {
    return false;
  }
}
