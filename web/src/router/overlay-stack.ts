import type { ReactNode } from "react";
import { create } from "zustand";
import { afterFrame } from "../browser/after-frame";

/** The overlays of the site (specification, point 2). */
export type Overlay = "catalogue" | "mobile" | "search" | "cart" | "request" | "filters" | "modal" | "policy";

/** An overlay that is closed has no phase. */
export type Phase = "opening" | "open" | "closing";

interface Overlays {
  /** The overlays that are not closed, the lowest first. */
  stack: readonly { name: Overlay; phase: Phase }[];
  /** The stack that the browser has painted; what it covers is inert. */
  painted: Overlays["stack"];
  /** The form that the request panel was opened with. */
  requestForm: unknown;
  /** The label and content of the general modal. */
  modal: { label: string; body: ReactNode } | undefined;
  show: (name: Overlay) => void;
  showModal: (label: string, body: ReactNode) => void;
  showRequest: (form: unknown) => void;
  close: (name: Overlay) => void;
  closeAll: () => void;
  /** Ends the running animation: an opening overlay is open, a closing one is closed. */
  settle: (name: Overlay) => void;
  /** Closes the menus at once, without animation; what they covered can have the focus. */
  dropMenus: () => void;
}

/** Loads an overlay's code and content; undefined if they are loaded. `wanted`: the visitor waits for it. */
type OverlayLoader = (name: Overlay, wanted: boolean) => Promise<unknown> | undefined;

let loader: OverlayLoader = () => undefined;

/** Sets the loader that every overlay waits for before it opens; an overlay whose loading fails does not open. */
export function setOverlayLoader(load: OverlayLoader): void {
  loader = load;
}

/** Loads an overlay ahead of use; errors are swallowed. */
export function preloadOverlay(name: Overlay): void {
  loader(name, false)?.catch(() => undefined);
}

/** Counts the calls that open an overlay or close all: an overlay whose code loads after a later call stays closed. */
let latestRequest = 0;

/** The menus always finish their animations: calls during one are ignored. */
const menus: ReadonlySet<Overlay> = new Set(["catalogue", "mobile"]);

/** These open on top of the open overlays; all others replace them. */
const above: ReadonlySet<Overlay> = new Set(["modal", "policy"]);

export const useOverlays = create<Overlays>()((set, get) => {
  const change = (name: Overlay, phase: Phase) =>
    set(({ stack }) => ({ stack: stack.map((entry) => (entry.name === name ? { name, phase } : entry)) }));

  const show = (name: Overlay) => {
    latestRequest += 1;
    const own = latestRequest;
    const loading = loader(name, true);
    if (loading)
      loading.then(
        () => own === latestRequest && open(name),
        (error: unknown) => console.error(error),
      );
    else open(name);
  };

  const open = (name: Overlay) => {
    const { stack } = get();
    const phase = phaseOf(stack, name);
    if (phase && (phase !== "closing" || menus.has(name))) return;
    rememberOpener(name, stack);
    const others = stack.filter((entry) => entry.name !== name);
    set({
      stack: [
        ...(above.has(name) ? others : others.map((entry) => ({ ...entry, phase: "closing" as const }))),
        { name, phase: "opening" },
      ],
    });
  };

  const close = (name: Overlay) => {
    const phase = phaseOf(get().stack, name);
    if (phase === "open" || (phase === "opening" && !menus.has(name))) change(name, "closing");
  };

  return {
    stack: [],
    painted: [],
    requestForm: undefined,
    modal: undefined,
    show,
    showModal: (label, body) => {
      set({ modal: { label, body } });
      show("modal");
    },
    showRequest: (form) => {
      set({ requestForm: form });
      show("request");
    },
    close,
    closeAll: () => {
      latestRequest += 1;
      for (const { name } of get().stack) close(name);
    },
    settle: (name) => {
      const phase = phaseOf(get().stack, name);
      if (phase === "opening") change(name, "open");
      if (phase === "closing") set(({ stack }) => ({ stack: stack.filter((entry) => entry.name !== name) }));
    },
    dropMenus: () => {
      set(({ stack }) => ({ stack: stack.filter(({ name }) => !menus.has(name)) }));
      markPainted();
    },
  };
});

// Toggling `inert` restyles the whole page, some 100 ms on a phone, so the overlay is painted first; a key
// or pointer press applies it at once.
const presses = ["keydown", "pointerdown"] as const;
let waits = false;

function markPainted(): void {
  if (!waits) return;
  waits = false;
  for (const press of presses) window.removeEventListener(press, markPainted, true);
  useOverlays.setState(({ stack }) => ({ painted: stack }));
}

useOverlays.subscribe(({ stack, painted }) => {
  if (stack === painted || waits) return;
  waits = true;
  if ([isCovered, isHeaderCovered].every((covers) => covers(stack) === covers(painted))) return markPainted();
  for (const press of presses) window.addEventListener(press, markPainted, true);
  afterFrame(markPainted);
});

function phaseOf(stack: Overlays["stack"], name: Overlay): Phase | undefined {
  return stack.find((entry) => entry.name === name)?.phase;
}

export function usePhase(name: Overlay): Phase | undefined {
  return useOverlays(({ stack }) => phaseOf(stack, name));
}

/** The phase that the browser has painted. */
export function usePaintedPhase(name: Overlay): Phase | undefined {
  return useOverlays(({ painted }) => phaseOf(painted, name));
}

/** Reports whether an overlay is opening or open. */
export function isShown(phase: Phase | undefined): boolean {
  return phase !== undefined && phase !== "closing";
}

/** Reports whether an overlay covers the page. */
export function isCovered(stack: Overlays["stack"]): boolean {
  return stack.some(({ phase }) => phase !== "closing");
}

/** Reports whether a menu is open, opening or closing. */
export function isMenuShown(stack: Overlays["stack"]): boolean {
  return stack.some(({ name }) => menus.has(name));
}

/** Reports whether an overlay covers the header; the menus do not. */
export function isHeaderCovered(stack: Overlays["stack"]): boolean {
  return stack.some(({ name, phase }) => phase !== "closing" && !menus.has(name));
}

/** The elements that get the focus back when an overlay closes. */
export const openers = new Map<Overlay, HTMLElement>();

/** Records the element to return the focus to; an overlay opened from another one takes over that one's opener. */
function rememberOpener(name: Overlay, stack: Overlays["stack"]): void {
  const focused = document.activeElement;
  const inside = stack.findLast(
    (entry) => !above.has(name) && document.getElementById(overlayId(entry.name))?.contains(focused),
  );
  const opener = inside ? openers.get(inside.name) : focused;
  if (opener instanceof HTMLElement && opener !== document.body) openers.set(name, opener);
  else openers.delete(name);
}

/** Makes the overlays that are still open return the focus to an element of the next page. */
export function redirectFocus(element: HTMLElement): void {
  for (const { name } of useOverlays.getState().stack) openers.set(name, element);
}

/** The id of an overlay's element, which its trigger names in `aria-controls`. */
export function overlayId(name: Overlay): string {
  return `overlay-${name}`;
}
