import { flexRender, useTable } from "@tanstack/react-table";
import { type ReactNode, useEffect } from "react";
import type { Row } from "../api/schemas";
import type { Item } from "../model/groups";
import { useSender } from "../parts/marks";
import { useMedia } from "../parts/use-media";
import { useTexts } from "../texts/language";
import { columnClasses, columns, features } from "./columns";
import type { Sort } from "../api/queries";
import { useWindowRows } from "./use-window-rows";

export interface ListProps {
  /** Names the list. */
  name: string;
  rows: Row[];
  items: Item[];
  total: number;
  cursor: string | null;
  chosen: ReadonlySet<string>;
  more: boolean;
  loadMore: () => void;
  select: (reference: string, range: boolean) => void;
  /** Takes the function that scrolls to a row. */
  reveal: (scroll: (reference: string) => void) => void;
}

interface Props extends ListProps {
  sort: Sort;
  all: "none" | "some" | "all";
  selectAll: () => void;
}

/** Hands the function that scrolls to a row to the keys. */
export function useReveal(items: Item[], scrollTo: (index: number) => void, reveal: ListProps["reveal"]): void {
  useEffect(() => {
    reveal((reference) => {
      const index = items.findIndex((item) => item.type === "row" && item.row.reference === reference);
      if (index >= 0) scrollTo(index);
    });
  });
}

/** The list as a table; only the rows near the window are in the document. */
export function InboxTable({ sort, all, selectAll, ...props }: Props) {
  const { name, rows, items, total, more, loadMore, reveal } = props;
  const texts = useTexts();
  const table = useTable({ features, columns, data: rows, getRowId: (row) => row.reference });
  const tall = useMedia("(max-width: 1279px)");
  const narrow = useMedia("(max-width: 1023px)");
  const coarse = useMedia("(pointer: coarse)");
  const { body, virtualizer, shown, before, after } = useWindowRows<HTMLTableSectionElement>({
    name: `table ${name}`,
    items,
    rowHeight: tall ? 57 : coarse ? 45 : 41,
    more,
    loadMore,
  });
  useReveal(items, (index) => virtualizer.scrollToIndex(index, { align: "auto" }), reveal);
  const tableRows = table.getRowModel().rows;

  const sorted = (id: string): "ascending" | "descending" | undefined => {
    if (id === "clock" && sort === "deadline") return "ascending";
    if (id !== "received") return undefined;
    return sort === "created" ? "ascending" : sort === "-created" ? "descending" : undefined;
  };
  // Narrow windows drop columns; cells over the whole row count those that stay.
  const span = columns.length + 1 - (narrow ? 6 : tall ? 3 : 0);
  return (
    <table className="t t--q" aria-rowcount={total + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th className="c-se">
            <input
              ref={(element) => {
                if (element) element.indeterminate = all === "some";
              }}
              className="ck"
              type="checkbox"
              aria-label={texts.inbox.columns.selectAll}
              checked={all === "all"}
              onChange={selectAll}
            />
          </th>
          {table.getHeaderGroups()[0]?.headers.map((header) => {
            const direction = sorted(header.column.id);
            return (
              <th
                key={header.id}
                className={columnClasses[header.column.id]?.split(" ", header.column.id === "lines" ? 2 : 1).join(" ")}
                {...(direction ? { "aria-sort": direction } : {})}
              >
                <table.FlexRender header={header} />
                {direction && <span aria-hidden="true">{direction === "ascending" ? " ↑" : " ↓"}</span>}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={before} span={span} />
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return null;
          if (item.type === "group") {
            return (
              <tr key={key} className="grp" data-index={index} ref={virtualizer.measureElement}>
                <th colSpan={span} scope="colgroup">
                  {texts.inbox.groups[item.group]}
                  {item.count !== null && ` · ${item.count}`}
                </th>
              </tr>
            );
          }
          return (
            <TableRow key={key} {...props} item={item} index={index} measure={virtualizer.measureElement}>
              {tableRows[item.index]?.getAllCells().map((cell) => (
                <td key={cell.id} className={columnClasses[cell.column.id]}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </TableRow>
          );
        })}
        <Gap height={after} span={span} />
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<ListProps, "cursor" | "chosen" | "select"> {
  item: Extract<Item, { type: "row" }>;
  index: number;
  measure: (element: HTMLElement | null) => void;
  children: ReactNode;
}

function TableRow({ item: { row, index: position }, index, cursor, chosen, select, measure, children }: RowProps) {
  const texts = useTexts();
  const sender = useSender();
  const on = chosen.has(row.reference);
  const classes = [on ? "on" : "", row.reference === cursor ? "cur" : "", row.unread ? "" : "seen"];
  return (
    <tr ref={measure} data-index={index} aria-rowindex={position + 2} className={classes.join(" ").trim()}>
      <td className="c-se">
        <input
          className="ck"
          type="checkbox"
          aria-label={texts.inbox.selectRow(sender(row))}
          checked={on}
          onChange={() => undefined}
          onClick={({ shiftKey }) => select(row.reference, shiftKey)}
        />
      </td>
      {children}
    </tr>
  );
}

/** The rows that are not in the document. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr className="gap" aria-hidden="true">
      <td colSpan={span} style={{ height }}>
        {""}
      </td>
    </tr>
  );
}
