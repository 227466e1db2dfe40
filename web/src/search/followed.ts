import { useEffect } from "react";
import { usePage } from "../router/page-context";
import { currentPlace, usePlace } from "../router/place";
import { openSearch, start } from "./entry";

/** The texts of the overlay by the history entry from which a result was opened. */
const texts = new Map<string, string>();

/** rememberText keeps the overlay's text for Back, when a result is opened from it. */
export function rememberText(text: string): void {
  texts.set(currentPlace().entry, text);
}

/** useReturn opens the overlay with its former text when Back leads to a page from which a result was opened. */
export function useReturn(): void {
  const place = usePlace();
  const { prefix } = usePage();
  useEffect(() => {
    const text = place?.by === "history" ? texts.get(place.entry) : undefined;
    if (place) texts.delete(place.entry);
    if (text === undefined) return;
    start.text = text;
    openSearch(`${prefix}/search`);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each place
  }, [place]);
}
