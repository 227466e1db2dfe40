import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import type { BulkAction, Filter } from "../api/queries";
import type { Person } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { allowed } from "../model/changes";
import { Assign } from "../parts/assign";
import { Failed, Loading } from "../parts/messages";
import { StateChoice } from "../parts/state-choice";
import { change } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { phone, useMedia } from "../parts/use-media";
import { useTexts } from "../texts/language";
import { BulkBar } from "./bulk-bar";
import { InboxEmpty, InboxFoot, SpamNote } from "./around";
import { InboxHead, Views } from "./head";
import { setCursor, sortOf, useLists } from "./lists";
import { PhoneList } from "./phone-list";
import { InboxTable } from "./table";
import { Tools } from "./tools";
import { useList } from "./use-list";
import { useSelection } from "./use-selection";
import { NoRequests } from "./no-requests";

const route = getRouteApi("/frame/requests");

export function Inbox() {
  return can(useMe(), "requests.read") ? <List /> : <NoRequests />;
}

function List() {
  const me = useMe();
  const texts = useTexts();
  const navigate = useNavigate();
  const filter: Filter = route.useSearch();
  const { key, query, rows, references, items, meta, total } = useList(filter);
  const small = useMedia(phone);
  const search = useRef<HTMLInputElement>(null);
  const scroll = useRef<(reference: string) => void>(() => undefined);
  const [asking, setAsking] = useState<"assign" | "state" | null>(null);

  const selection = useSelection(key, references, async () => {
    const result = await query.fetchNextPage();
    if (!result.hasNextPage && result.data?.pages.length === query.data?.pages.length) return null;
    return result.data?.pages.flatMap(({ data }) => data.map(({ reference }) => reference)) ?? null;
  });
  const chosen = rows.filter(({ reference }) => selection.chosen.has(reference));
  const stored = useLists(({ cursors }) => cursors[key]);
  const cursor = stored !== undefined && references.includes(stored) ? stored : null;
  const targets = chosen.length > 0 ? chosen : rows.filter(({ reference }) => reference === cursor);
  const changes = can(me, "requests.change");

  const set = useCallback(
    (part: Partial<Filter>) => void navigate({ to: "/requests", search: { ...filter, ...part }, replace: true }),
    [navigate, filter],
  );
  const focus = useCallback((reference: string) => {
    scroll.current(reference);
    // The row may appear only after scrolling.
    requestAnimationFrame(() => rowLink(reference)?.focus({ preventScroll: true }));
  }, []);
  const move = (step: 1 | -1) => {
    const from = cursor === null ? -1 : references.indexOf(cursor);
    const to = from < 0 ? 0 : from + step;
    const reference = references[Math.min(Math.max(to, 0), references.length - 1)];
    if (!reference) return;
    setCursor(key, reference);
    focus(reference);
  };
  const run = (action: BulkAction, person: Person | null = null) => {
    const fit = targets.filter(({ state }) => allowed(action, state));
    if (fit.length === 0) return;
    const user = action === "assign" ? { user: person?.id ?? null } : {};
    void change({ action, references: fit.map(({ reference }) => reference), ...user }, fit, texts, person);
    selection.clear();
  };

  // Back in the list, the keyboard goes on where it was.
  const restored = useRef("");
  useEffect(() => {
    if (restored.current === key || rows.length === 0) return;
    restored.current = key;
    if (cursor !== null && document.activeElement === document.body)
      requestAnimationFrame(() => rowLink(cursor)?.focus({ preventScroll: true }));
  }, [key, rows.length, cursor]);
  useEffect(() => {
    document.title = `${texts.inbox.views[filter.view]} | ${texts.inbox.title}, ${me.site}`;
  }, [texts, filter.view, me.site]);

  const whenChanges = (command: () => void) => () => (changes && targets.length > 0 ? command() : false);
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    x: () => (cursor === null ? false : selection.toggle(cursor, false)),
    X: () => (cursor === null ? false : selection.toggle(cursor, true)),
    "mod+a": () => void selection.all(),
    Enter: ({ target }) => {
      if (cursor === null || target !== document.body) return false;
      void navigate({ to: "/requests/$reference", params: { reference: cursor } });
    },
    Escape: () => selection.clear(),
    "/": () => search.current?.focus(),
    a: whenChanges(() => setAsking("assign")),
    s: whenChanges(() => setAsking("state")),
    e: whenChanges(() => run("assign", me)),
    u: () => (targets.length === 0 ? false : run(targets.some(({ unread }) => unread) ? "read" : "unread")),
    "!": whenChanges(() => run(targets.some(({ state }) => state === "spam") ? "release" : "spam")),
  });

  const listProps = {
    name: key,
    rows,
    items,
    total,
    cursor,
    chosen: selection.chosen,
    more: query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    select: selection.toggle,
    reveal: (next: (reference: string) => void) => {
      scroll.current = next;
    },
  };
  const languages = [...new Set([...(meta?.languages ?? []), ...rows.map(({ language }) => language)])].toSorted();
  const all = chosen.length === 0 ? "none" : chosen.length === rows.length ? "all" : "some";
  return (
    <main
      id="main"
      onFocusCapture={({ target }) => mark(target, key)}
      onClickCapture={({ target }) => mark(target, key)}
    >
      <InboxHead filter={filter} counts={meta?.counts} />
      <Views current={filter.view} counts={meta?.counts} />
      {chosen.length > 0 && (
        <BulkBar
          chosen={chosen}
          total={total}
          changes={changes}
          selectWhole={() => void selection.all()}
          clear={selection.clear}
          assign={() => setAsking("assign")}
          run={run}
        />
      )}
      {filter.view === "spam" && <SpamNote />}
      <Tools filter={filter} languages={languages} search={search} change={set} />
      {query.isPending && <Loading text={texts.inbox.loading} />}
      {query.isError && rows.length === 0 && (
        <Failed
          title={texts.errors.list}
          error={query.error}
          at={query.errorUpdatedAt}
          retry={() => void query.refetch()}
        />
      )}
      {meta && rows.length === 0 && !query.isError && <InboxEmpty filter={filter} clear={set} />}
      {rows.length > 0 &&
        (small ? (
          <PhoneList {...listProps} />
        ) : (
          <InboxTable
            {...listProps}
            sort={sortOf(filter)}
            all={all}
            selectAll={all === "none" ? selection.loaded : selection.clear}
          />
        ))}
      {query.isFetchingNextPage && (
        <p className="pager" role="status">
          {texts.inbox.more}
        </p>
      )}
      <InboxFoot updated={query.dataUpdatedAt} />
      <Assign
        open={asking === "assign"}
        onClose={() => setAsking(null)}
        count={targets.length}
        me={me}
        choose={(person) => run("assign", person)}
      />
      <StateChoice open={asking === "state"} onClose={() => setAsking(null)} rows={targets} run={run} />
    </main>
  );
}

function rowLink(reference: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-reference="${CSS.escape(reference)}"]`);
}

/** The row that has the focus, or is opened, is the marked one. */
function mark(target: EventTarget, key: string): void {
  const reference = target instanceof HTMLElement ? target.dataset.reference : undefined;
  if (reference !== undefined) setCursor(key, reference);
}
