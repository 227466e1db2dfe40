import { type KeyboardEvent, type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRowsInView } from "../ui/use-rows-in-view";
import type { ArticleAdapter } from "./bill-of-materials";
import type { Changes, Row } from "./line-choices";
import { LineRow } from "./line-row";
import { takeFocus } from "./take-focus";
import { useBomTexts } from "./texts";
import "./bom.css";

/** LineTableHandle moves the focus into the table, also to rows that are not rendered. */
export interface LineTableHandle {
  focus: () => void;
  /** Focuses the next row that needs a choice, after the focused one. */
  ask: () => void;
  /** Focuses the quantity of the row with the id of the line. */
  edit: (id: number) => void;
}

/** The control of a row that gets the focus; without it, the row itself. */
type Part = "quantity" | "choice" | "row";

const selectors: Readonly<Record<Part, string>> = {
  quantity: "input[inputmode]",
  choice: "input[type=radio]",
  row: "",
};

/** The number of rows of each key; Home and End are the first and the last. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * LineTable shows the lines of a list with controls for article, quantity and
 * remark. `windowed`, it scrolls and renders only the rows in view.
 */
export function LineTable({
  rows,
  articles,
  windowed = false,
  handle,
  onChange,
}: {
  rows: readonly Row[];
  articles: ArticleAdapter;
  windowed?: boolean;
  handle?: RefObject<LineTableHandle | null>;
  onChange: (update: (changes: Changes) => Changes) => void;
}) {
  const texts = useBomTexts();
  const region = useRef<HTMLDivElement>(null);
  const [focusedLine, setFocusedLine] = useState(0);
  const focused = rows.findIndex(({ line }) => line.id === focusedLine);
  const body = useRef<HTMLTableSectionElement>(null);
  const { slices, after, measure } = useRowsInView(
    body,
    rows.map(({ line }) => String(line.id)),
    focused,
    (index) => estimatedHeight(rows[index]),
  );

  const focusRow = (index: number, part: Part) => {
    const row = rows[index];
    if (!row) return;
    // The row is rendered before it can be focused.
    flushSync(() => setFocusedLine(row.line.id));
    const element = region.current?.querySelector<HTMLElement>(`[data-line="${row.line.id}"]`);
    const control = part === "row" ? null : element?.querySelector<HTMLElement>(selectors[part]);
    element?.scrollIntoView({ block: "nearest" });
    (control ?? element)?.focus();
  };
  const ask = () => {
    const order = [...rows.keys()].map((offset) => (focused + 1 + offset) % rows.length);
    const next = order.find((index) => rows[index]?.state === "ask");
    if (next !== undefined) focusRow(next, "choice");
  };
  useImperativeHandle(handle, () => ({
    focus: () => takeFocus(region.current),
    ask,
    edit: (id) =>
      focusRow(
        rows.findIndex(({ line }) => line.id === id),
        "quantity",
      ),
  }));

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const inQuantity = target.matches(selectors.quantity);
    const typing = inQuantity || target.matches("textarea");
    if (event.key === "n" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      ask();
      return;
    }
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.metaKey || target.matches("textarea")) return;
    const arrow = event.key.startsWith("Arrow");
    // Home and End move the cursor of a field, and arrows the choice of radio buttons.
    if (inQuantity && !arrow && !event.key.startsWith("Page") && !event.ctrlKey) return;
    if (arrow && target.matches("[type=radio]")) return;
    event.preventDefault();
    const from = target === region.current && focused < 0 ? (step > 0 ? -1 : 0) : Math.max(0, focused);
    focusRow(Math.min(rows.length - 1, Math.max(0, from + step)), inQuantity ? "quantity" : "row");
  };

  const row = (index: number) => {
    const each = rows[index];
    return (
      each && (
        <LineRow
          key={each.line.id}
          row={each}
          index={index}
          articles={articles}
          onChange={onChange}
          {...(windowed ? { measure } : {})}
        />
      )
    );
  };
  const shown: readonly ReactNode[] = windowed
    ? slices.flatMap(({ before, from, to }) => [
        before > 0 && <Gap key={`gap ${from}`} height={before} />,
        ...Array.from({ length: to - from }, (_, offset) => row(from + offset)),
      ])
    : rows.map((_, index) => row(index));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves between the rows
    <div
      ref={region}
      className="bom-lines"
      role="region"
      aria-label={texts.lines}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls with the keyboard
      tabIndex={windowed ? 0 : -1}
      onKeyDown={press}
      onFocus={(event) => {
        const line = event.target.closest<HTMLElement>("[data-line]")?.dataset.line;
        if (line !== undefined) setFocusedLine(Number(line));
      }}
    >
      <table className="bom-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="bom-c-state">
              <span className="vh">{texts.columns.state}</span>
            </th>
            <th scope="col" className="bom-c-pos">
              {texts.columns.position}
            </th>
            <th scope="col" className="bom-c-src">
              {texts.columns.source}
            </th>
            <th scope="col">{texts.columns.result}</th>
            <th scope="col" className="bom-c-qty">
              {texts.columns.quantity}
            </th>
            <th scope="col" className="bom-c-note">
              {texts.columns.note}
            </th>
            <th scope="col" className="bom-c-x">
              <span className="vh">{texts.state.none}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown}
          {windowed && after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  );
}

/** Gap takes the place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return <tr aria-hidden="true" className="bom-gap" style={{ height }} />;
}

/** estimatedHeight returns the usual height of a row in px, until it is measured. */
function estimatedHeight(row: Row | undefined): number {
  const narrow = window.innerWidth < 1024;
  if (!row) return 0;
  if (row.state === "none") return narrow ? 84 : 58;
  const options = row.line.state === "ambiguous" ? row.line.items.length + 1 : 0;
  return (narrow ? 150 : 62) + Math.min(300, options * (narrow ? 48 : 44));
}
