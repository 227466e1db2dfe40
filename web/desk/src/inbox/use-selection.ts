import { useEffect, useState } from "react";
import { extend, keep, noSelection, selectAll, toggle } from "../model/selection";

/** The most requests that the server changes at once. */
export const mostSelected = 500;

/** The chosen rows of a list. `loadMore`: fetches the next rows and returns the numbers of all. */
export function useSelection(key: string, references: string[], loadMore: () => Promise<string[] | null>) {
  const [selection, setSelection] = useState(noSelection);
  // Another list has another selection.
  const [list, setList] = useState(key);
  if (list !== key) {
    setList(key);
    setSelection(noSelection);
  }
  useEffect(() => {
    // What has left the list shall not be changed unseen.
    setSelection((current) => keep(current, references) ?? current);
  }, [references]);

  return {
    chosen: selection.chosen,
    toggle: (reference: string, range: boolean) =>
      setSelection((current) => (range ? extend(current, references, reference) : toggle(current, reference))),
    all: async () => {
      let known = references;
      while (known.length < mostSelected) {
        const more = await loadMore();
        if (!more) break;
        known = more;
      }
      setSelection(selectAll(known, mostSelected));
    },
    loaded: () => setSelection(selectAll(references, mostSelected)),
    clear: () => setSelection(noSelection),
  };
}
