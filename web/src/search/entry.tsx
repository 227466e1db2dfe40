import { useEffect } from "react";
import { lazyModule } from "../browser/lazy-module";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { isPlain } from "../router/links";
import { isHeaderCovered, overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import "./entry.css";

/** The texts that every page needs; the search's other texts load with its code. */
export const useSearchName = defineTexts({
  "de-DE": { search: "Suche", placeholder: "Nummer, Größe oder Wort" },
  "en-US": { search: "Search", placeholder: "Number, size or word" },
  "fr-FR": { search: "Recherche", placeholder: "Référence, taille ou mot" },
  "it-IT": { search: "Ricerca", placeholder: "Codice, misura o parola" },
});

/** The search's code. */
export const lazyFinder = lazyModule(() => import("./finder"));

/** The text that the overlay shows when it opens next. */
export const start = { text: "" };

/** openSearch opens the overlay, or the results page at `page` if the search's code cannot be loaded. */
export function openSearch(page: string): void {
  // Until the code is loaded, the header's link takes what is typed.
  if (!lazyFinder.get()) document.querySelector<HTMLElement>(".hd-search")?.focus();
  const open = () => useOverlays.getState().show("search");
  void lazyFinder
    .load()
    .then(open, () =>
      loadDocument(new URL(page + (start.text && `?q=${encodeURIComponent(start.text)}`), window.location.href)),
    );
}

/**
 * SearchEntry is the header's link to the results page, drawn as a field where the
 * header has room for it. With scripts, it and the key Ctrl+K open the overlay,
 * and so does typing on it, as in a field.
 */
export function SearchEntry() {
  const { search, placeholder } = useSearchName();
  const { prefix } = usePage();
  const page = `${prefix}/search`;
  useShortcut(page);
  return (
    <Link
      className="hd-cell hd-search"
      href="/search"
      aria-controls={overlayId("search")}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onPointerEnter={lazyFinder.preload}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        openSearch(page);
      }}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey } = event;
        if (ctrlKey || metaKey || !/^(.|Backspace)$/.test(key)) return;
        event.preventDefault();
        start.text = key === "Backspace" ? start.text.slice(0, -1) : start.text + key;
        openSearch(page);
      }}
    >
      <Icon name="search" />
      <span className="vh">{search}: </span>
      <span>{placeholder}</span>
    </Link>
  );
}

/** useShortcut opens the overlay on Ctrl+K. A shortcut of one character could not be turned off (WCAG 2.1.4). */
function useShortcut(page: string): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== "k" || altKey || !(ctrlKey || metaKey) || isHeaderCovered(useOverlays.getState().stack)) return;
      event.preventDefault();
      openSearch(page);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [page]);
}
