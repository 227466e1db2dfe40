import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { isHeaderCovered, overlayId, useOverlays, usePhase } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { Finder } from "./finder";

/** The texts that every page needs; the search's other texts load with its code. */
export const useSearchName = defineTexts({
  "de-DE": { search: "Suche" },
  "en-US": { search: "Search" },
  "fr-FR": { search: "Recherche" },
  "it-IT": { search: "Ricerca" },
});

let LoadedFinder: typeof Finder | undefined;

/** loadFinder loads the search's code once. */
async function loadFinder(): Promise<void> {
  LoadedFinder ??= (await import("./finder")).Finder;
}

/** SearchOverlayBody shows the search with its close button; the overlay opens after the code has loaded. */
export function SearchOverlayBody({ close }: { close: ReactNode }) {
  return LoadedFinder ? <LoadedFinder close={close} /> : null;
}

/** openSearch opens the overlay, or the results page if the search's code cannot be loaded. */
async function openSearch(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const page = new URL(event.currentTarget.href);
  try {
    await loadFinder();
  } catch (error) {
    console.error(error);
    await loadDocument(page);
  }
  useOverlays.getState().show("search");
}

function useTrigger() {
  const phase = usePhase("search");
  return {
    href: "/search",
    "aria-controls": overlayId("search"),
    "aria-expanded": phase !== undefined && phase !== "closing",
    "aria-haspopup": "dialog",
    onClick: (event: MouseEvent<HTMLAnchorElement>) => void openSearch(event),
  } as const;
}

/** SearchButton is the header's link to the results page; with scripts, it and the key "/" open the overlay. */
export function SearchButton() {
  const { search } = useSearchName();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isHeaderCovered(useOverlays.getState().stack)) return;
      event.preventDefault();
      link.current?.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Link
      ref={link}
      className="hd-cell hd-search"
      aria-label={search}
      aria-keyshortcuts="/"
      onPointerEnter={() => void loadFinder().catch(() => undefined)}
      {...useTrigger()}
    >
      <Icon name="search" />
    </Link>
  );
}

/** SearchMenuEntry is the search's row in the mobile menu. */
export function SearchMenuEntry() {
  const { search } = useSearchName();
  return (
    <Link {...useTrigger()}>
      {search} <Icon name="search" />
    </Link>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
