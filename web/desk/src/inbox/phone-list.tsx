import { Link } from "@tanstack/react-router";
import type { Row } from "../api/schemas";
import { Clock } from "../parts/clock";
import { Icon } from "../parts/icon";
import { Avatar, Hidden, LanguageMark, StateMark, Unread, useSender } from "../parts/marks";
import { useTexts } from "../texts/language";
import { type ListProps, useReveal } from "./table";
import { useWindowRows } from "./use-window-rows";

/** The list for a thumb: three lines per request. */
export function PhoneList({ name, items, more, loadMore, reveal }: ListProps) {
  const texts = useTexts();
  const { body, virtualizer, shown, before, after } = useWindowRows<HTMLUListElement>({
    name: `phone ${name}`,
    items,
    rowHeight: 92,
    more,
    loadMore,
  });
  useReveal(items, (index) => virtualizer.scrollToIndex(index, { align: "auto" }), reveal);
  return (
    <ul className="m-list" ref={body}>
      {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
      {shown.map(({ index, key }) => {
        const item = items[index];
        if (!item) return null;
        return (
          <li
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            className={item.type === "row" ? (item.row.unread ? "" : "seen") : "grp"}
          >
            {item.type === "row" ? (
              <PhoneRow row={item.row} />
            ) : (
              <>
                {texts.inbox.groups[item.group]}
                {item.count !== null && ` · ${item.count}`}
              </>
            )}
          </li>
        );
      })}
      {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
    </ul>
  );
}

function PhoneRow({ row }: { row: Row }) {
  const texts = useTexts();
  const sender = useSender();
  const hidden = row.company === null && row.name === null && row.state !== "forgotten";
  const first = row.lineCount > 1 ? `${row.firstLine}, ${texts.inbox.moreLines(row.lineCount - 1)}` : row.firstLine;
  return (
    <Link to="/requests/$reference" params={{ reference: row.reference }} data-reference={row.reference}>
      {row.unread ? <Unread /> : <span />}
      <b>{hidden ? <Hidden /> : sender(row)}</b>
      <Avatar person={row.assignee} />
      <span className="m-p">{first}</span>
      <span className="meta">
        <Clock row={row} />
        <span className="end rowx rowx--n">
          {row.fileCount > 0 && <Icon name="clip" small />}
          <LanguageMark code={row.language} />
          <StateMark state={row.state} expires={row.expires} />
        </span>
      </span>
    </Link>
  );
}
