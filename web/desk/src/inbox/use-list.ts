import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Filter, filterQuery, listQuery } from "../api/queries";
import { groupRows, type Item, plainRows } from "../model/groups";
import { useNow } from "../parts/clock";
import { sortOf, useLists } from "./lists";
import type { Row } from "../api/schemas";

const none: Row[] = [];

/** The rows of a list as far as they are loaded, with their headings. */
export function useList(filter: Filter) {
  const key = filterQuery(filter).toString();
  const query = useInfiniteQuery(listQuery(filter));
  const { data, hasNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? none, [data]);
  const references = useMemo(() => rows.map(({ reference }) => reference), [rows]);
  const meta = data?.pages[0]?.meta;
  const grouped = sortOf(filter) === "deadline";
  // Headings change with the minute, not with each tick.
  const minute = Math.floor(useNow() / 60_000) * 60_000;
  const items: Item[] = useMemo(
    () => (grouped ? groupRows(rows, minute, !hasNextPage) : plainRows(rows)),
    [rows, grouped, minute, hasNextPage],
  );
  const total = meta?.total ?? 0;
  useEffect(() => {
    useLists.setState({ current: { filter, references, total } });
    // The key is the filter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, references, total]);
  return { key, query, rows, references, items, meta, total };
}
