import { useEffect } from "react";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";

type Window = "cart" | "list" | "search";

/** useReopening stores that a window is open, so that a reload opens it again (wereOpen). */
export function useReopening(name: Window, open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    markOpen(name, true);
    return () => markOpen(name, false);
  }, [name, open]);
}

/** markOpen stores that a window is open or closed. */
export function markOpen(name: Window, open: boolean): void {
  const others = (readStored(storageKeys.openWindows, "sessionStorage") ?? "").replace(name, "");
  const names = open ? others + name : others;
  if (names === "") removeStored(storageKeys.openWindows, "sessionStorage");
  else writeStored(storageKeys.openWindows, names, "sessionStorage");
}
