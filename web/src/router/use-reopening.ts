import { useEffect } from "react";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";

/** useReopening stores that a window is open, so that a reload opens it again (wereOpen). */
export function useReopening(name: "cart" | "list", open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    const others = () => (readStored(storageKeys.openWindows, "sessionStorage") ?? "").replace(name, "");
    writeStored(storageKeys.openWindows, others() + name, "sessionStorage");
    return () => {
      const rest = others();
      if (rest === "") removeStored(storageKeys.openWindows, "sessionStorage");
      else writeStored(storageKeys.openWindows, rest, "sessionStorage");
    };
  }, [name, open]);
}
