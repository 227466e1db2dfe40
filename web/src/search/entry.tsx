import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { loadDocument } from "../browser/load-document";
import { defineTexts } from "../i18n/texts";
import { isHeaderCovered, overlayId, useOverlays, usePhase } from "../router/overlay-stack";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import type { Finder } from "./finder";

/** Every page carries these; what the search itself says comes with its code. */
export const useSearchName = defineTexts({
  "de-DE": { search: "Suche" },
  "en-US": { search: "Search" },
  "fr-FR": { search: "Recherche" },
  "it-IT": { search: "Ricerca" },
});

let Loaded: typeof Finder | undefined;

/** The search's own code; most visits do without it. */
async function loadFinder(): Promise<void> {
  Loaded ??= (await import("./finder")).Finder;
}

/** What the overlay holds, with what closes it; it opens only when its code is there. */
export function SearchOverlayBody({ close }: { close: ReactNode }) {
  return Loaded ? <Loaded close={close} /> : null;
}

/** Opens the overlay instead of the results page; without its code, the page it is. */
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

/** The search's cell in the header: a link to the results page, which opens the overlay; so does the key "/". */
export function SearchButton() {
  const { search } = useSearchName();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isHeaderCovered(useOverlays.getState().stack)) return;
      event.preventDefault();
      link.current?.click();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
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

/** The search's row in the mobile menu. */
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
