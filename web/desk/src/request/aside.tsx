import { Tabs } from "@base-ui/react/tabs";
import { Link } from "@tanstack/react-router";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { shortTime } from "../model/dates";
import { Clock, useNow } from "../parts/clock";
import { StateMark } from "../parts/marks";
import { useLanguage, useTexts } from "../texts/language";
import { Deliveries } from "./deliveries";
import { History, Notes } from "./history";
import { NoteComposer } from "./note-composer";

/** What happened, what colleagues noted, and what was delivered. */
export function Aside({ request, resend }: { request: Detail; resend: () => void }) {
  const me = useMe();
  const texts = useTexts();
  const words = texts.request;
  const changes = can(me, "requests.change");
  const notes = request.history.filter(({ kind }) => kind === "note");
  const tabs = [
    ["history", words.history, request.history.length],
    ["notes", words.notes, notes.length],
    ["deliveries", words.deliveries, request.deliveries.length],
    ...(request.earlier.length > 0 ? [["earlier", words.earlier, request.earlier.length] as const] : []),
  ] as const;
  return (
    <aside aria-label={words.history} id="history">
      <Tabs.Root defaultValue="history">
        <Tabs.List className="tabs tabs--a" aria-label={words.history}>
          {tabs.map(([value, name, count]) => (
            <Tabs.Tab key={value} value={value}>
              {name} <span className="n n--q">{count}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {changes && <NoteComposer reference={request.reference} />}
        <Tabs.Panel value="history">
          <History request={request} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <Notes notes={notes} />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <Deliveries deliveries={request.deliveries} resend={changes ? resend : null} />
        </Tabs.Panel>
        <Tabs.Panel value="earlier">
          <Earlier request={request} />
        </Tabs.Panel>
      </Tabs.Root>
    </aside>
  );
}

function Earlier({ request }: { request: Detail }) {
  const language = useLanguage();
  const now = useNow();
  return (
    <ul>
      {request.earlier.map((row) => (
        <li key={row.reference}>
          <Link className="li li--e" to="/requests/$reference" params={{ reference: row.reference }}>
            <span className="li-t">
              <b>{row.firstLine || row.reference}</b>
              <span className="m mut">
                {row.reference} · {shortTime(row.created, now, language)}
              </span>
            </span>
            <span className="end">
              {row.deadline === null ? <StateMark state={row.state} expires={row.expires} /> : <Clock row={row} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
