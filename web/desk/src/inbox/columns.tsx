import { Link } from "@tanstack/react-router";
import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useNow } from "../parts/clock";
import type { Row } from "../api/schemas";
import { shortTime } from "../model/dates";
import { Clock } from "../parts/clock";
import { Icon } from "../parts/icon";
import { Avatar, Hidden, LanguageMark, StateMark, Unread, useSender } from "../parts/marks";
import type { Texts } from "../texts/de";
import { useLanguage, useTexts } from "../texts/language";

export const features = tableFeatures({});
const helper = createColumnHelper<typeof features, Row>();

type Name = keyof Texts["inbox"]["columns"];

/** The class of a column's cells; the widths and what narrow windows drop are in the style sheets. */
export const columnClasses: Record<string, string> = {
  unread: "c-un",
  company: "c-co name nowr",
  first: "c-fi el",
  lines: "c-li num m",
  files: "c-fl",
  language: "c-la",
  state: "c-st",
  clock: "c-cl",
  who: "c-wh",
  received: "c-re nowr mut",
  number: "c-nu m",
};

/** Columns whose names only screen readers need. */
const unnamed: Name[] = ["unread", "files"];

function Header({ name }: { name: Name }) {
  const text = useTexts().inbox.columns[name];
  return unnamed.includes(name) ? <span className="vh">{text}</span> : text;
}

function column(name: Name, cell: (row: Row) => ReactNode) {
  return helper.display({
    id: name,
    header: () => <Header name={name} />,
    cell: (context) => cell(context.row.original),
  });
}

function Company({ row }: { row: Row }) {
  const sender = useSender();
  const hidden = row.company === null && row.name === null;
  return (
    <>
      <Link
        to="/requests/$reference"
        params={{ reference: row.reference }}
        data-reference={row.reference}
        className="row-a"
      >
        {hidden && row.state !== "forgotten" ? (
          <>
            <span className="vh">{row.reference}</span>
            <Hidden />
          </>
        ) : (
          sender(row)
        )}
      </Link>
      <small className="p-t">{row.firstLine}</small>
    </>
  );
}

function Marks({ row }: { row: Row }) {
  const texts = useTexts();
  return (
    <span className="rowx rowx--n mut">
      {row.failed && (
        <span className="alert" title={texts.inbox.failed} role="img" aria-label={texts.inbox.failed}>
          <Icon name="warn" small />
        </span>
      )}
      {row.fileCount > 0 && (
        <>
          <Icon name="clip" small />
          <span className="m">{row.fileCount}</span>
        </>
      )}
    </span>
  );
}

function Received({ row }: { row: Row }) {
  return <>{shortTime(row.created, useNow(), useLanguage())}</>;
}

export const columns = helper.columns([
  column("unread", (row) => (row.unread ? <Unread /> : null)),
  column("company", (row) => <Company row={row} />),
  column("first", (row) => row.firstLine),
  column("lines", (row) => (row.lineCount > 0 ? row.lineCount : "")),
  column("files", (row) => <Marks row={row} />),
  column("language", (row) => <LanguageMark code={row.language} />),
  column("state", (row) => <StateMark state={row.state} expires={row.expires} />),
  column("clock", (row) => <Clock row={row} />),
  column("who", (row) => <Avatar person={row.assignee} />),
  column("received", (row) => <Received row={row} />),
  column("number", (row) => <span className="row-n">{row.reference}</span>),
]);
