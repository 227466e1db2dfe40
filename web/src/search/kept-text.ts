import { useEffect } from "react";
import { readStored, writeStored } from "../browser/storage";
import { sessionKeys } from "../lazy-constants";
import { useReopening } from "../router/use-reopening";

/** useKeptText keeps the overlay's text in the tab; a reload opens the overlay with it. */
export function useKeptText(text: string): void {
  useReopening("search", text !== "");
  useEffect(() => void writeStored(sessionKeys.searchText, text, "sessionStorage"), [text]);
}

/** keptText returns the text that the overlay had before a reload. */
export function keptText(): string {
  return readStored(sessionKeys.searchText, "sessionStorage") ?? "";
}
