import { useNavigate } from "@tanstack/react-router";
import { useLists } from "../inbox/lists";
import { useKeys } from "../parts/use-keys";

export interface Neighbours {
  back: () => void;
  previous: (() => void) | null;
  next: (() => void) | null;
  /** The place in the list that it was opened from, from 1. */
  place: { index: number; total: number } | null;
}

/** The requests before and after this one in the list that it was opened from, with their keys. */
export function useNeighbours(reference: string): Neighbours {
  const navigate = useNavigate();
  const list = useLists(({ current }) => current);
  const index = list?.references.indexOf(reference) ?? -1;
  const open = (other: string | undefined) =>
    index >= 0 && other !== undefined
      ? () => void navigate({ to: "/requests/$reference", params: { reference: other }, replace: true })
      : null;
  const back = () => {
    // The list is the entry before this one: it returns as it was.
    if (index >= 0 && history.length > 1) history.back();
    else void navigate({ to: "/requests", search: list?.filter ?? { view: "open" } });
  };
  const previous = open(list?.references[index - 1]);
  const next = open(list?.references[index + 1]);
  useKeys({
    j: () => (next ? next() : false),
    k: () => (previous ? previous() : false),
    Escape: back,
  });
  return { back, previous, next, place: list && index >= 0 ? { index: index + 1, total: list.total } : null };
}
