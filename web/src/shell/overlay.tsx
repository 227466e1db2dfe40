import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { timings } from "../constants";
import {
  isShown,
  type Overlay as Name,
  overlayId,
  type Phase,
  useOverlays,
  usePaintedPhase,
  usePhase,
} from "../router/overlay-stack";
import { returnFocus } from "../router/return-focus";
import { Icon } from "../ui/icon";
import { useOverlayTexts } from "./overlay-texts";
import "./overlays.css";
import "./panel.css";

/** Settles an overlay in the store when its opening or closing animation has ended. */
function useSettling(name: Name, phase: Phase | undefined, element: RefObject<HTMLElement | null>): void {
  const settle = useOverlays((state) => state.settle);
  useEffect(() => {
    if (!phase || phase === "open") return undefined;
    const animations = element.current?.getAnimations() ?? [];
    const ended = () => settle(name);
    // Some animations never end, in a hidden tab for example; the timer ends the phase then.
    const longest = Math.max(0, ...animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)));
    const timer = window.setTimeout(ended, longest + timings.menuClose);
    let stopped = false;
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => {
      if (!stopped) ended();
    });
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [name, phase, element, settle]);
}

/**
 * A menu below the header. The header stays usable and the page under the menu is
 * inert (Underlay); the focus stays in the menu and on its trigger. A click
 * outside closes it.
 */
export function Sheet({
  name,
  className,
  label,
  theme,
  children,
}: {
  name: "catalogue" | "mobile";
  className: string;
  label: string;
  theme?: "red";
  children: ReactNode;
}) {
  const phase = usePhase(name);
  const close = useOverlays((state) => state.close);
  const sheet = useRef<HTMLDivElement>(null);
  const shown = isShown(phase);
  useSettling(name, phase, sheet);
  useEffect(() => {
    if (!shown) return undefined;
    sheet.current?.focus({ preventScroll: true });
    const leave = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      if (!event.target.closest(`#${overlayId(name)}, [aria-controls^="${overlayId(name)}"], .burger, .hd-catalog`)) {
        close(name);
      }
    };
    const keepFocus = (event: KeyboardEvent) => {
      if (event.key === "Tab") cycleFocus(event, name);
    };
    const timer = window.setTimeout(() => document.addEventListener("click", leave), timings.outsideClick);
    document.addEventListener("keydown", keepFocus);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("click", leave);
      document.removeEventListener("keydown", keepFocus);
      returnFocus(name);
    };
  }, [shown, name, close]);
  if (!phase) return null;
  return (
    <div
      ref={sheet}
      id={overlayId(name)}
      className={className}
      data-phase={phase}
      data-theme={theme}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
    >
      {/* A screen reader's touch cursor stays in the dialog and cannot reach the burger in the header. */}
      <CloseButton name={name} />
      {children}
    </div>
  );
}

/** Cycles Tab through a sheet's focusable elements and its trigger in the header. */
function cycleFocus(event: KeyboardEvent, name: Name): void {
  const sheet = document.getElementById(overlayId(name));
  const trigger = [...document.querySelectorAll<HTMLElement>(`[aria-controls="${overlayId(name)}"]`)].find(isVisible);
  const inside = sheet ? [...sheet.querySelectorAll<HTMLElement>("a[href], button, input, [tabindex='0']")] : [];
  const stops = [...(trigger ? [trigger] : []), ...inside.filter(isVisible)];
  const index = stops.indexOf(document.activeElement as HTMLElement);
  const next = index < 0 ? (event.shiftKey ? stops.length - 1 : trigger ? 1 : 0) : index + (event.shiftKey ? -1 : 1);
  // Between two elements inside the sheet the browser moves the focus itself.
  if (index > 0 && stops[next] && index !== stops.length - 1 && next > 0) return;
  event.preventDefault();
  stops[(next + stops.length) % stops.length]?.focus();
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility() && !element.matches(":disabled");
}

/**
 * An overlay that covers the whole page: a native modal dialog, which traps the
 * focus and makes everything else inert. Its first control is focused at once; it
 * becomes modal after it is painted (`router/overlay-stack.ts`).
 */
export function Dialog({
  name,
  label,
  className,
  children,
}: {
  name: Exclude<Name, "catalogue" | "mobile">;
  label: string;
  className: "panel" | "modal" | "find";
  children: ReactNode;
}) {
  const phase = usePhase(name);
  const { close, closeAll } = useOverlays.getState();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = isShown(phase);
  const modal = isShown(usePaintedPhase(name));
  useEffect(() => {
    const element = dialog.current;
    if (!shown || !element) return undefined;
    if (!element.open) element.show();
    return () => {
      if (!element.matches(":modal")) closeAndReturnFocus(element, name);
    };
  }, [shown, name]);
  useEffect(() => {
    const element = dialog.current;
    if (!modal || !element) return undefined;
    makeModal(element);
    return () => closeAndReturnFocus(element, name);
  }, [modal, name]);
  // After the effect that shows the dialog: reading its animations earlier would force a second style recalculation.
  useSettling(name, phase, dialog);
  // Closed before it was painted: stay mounted until focus is restored.
  if (!phase && !modal) return null;
  return (
    <>
      <div className="scrim" data-phase={phase ?? "closing"} />
      {/* The backdrop is part of the dialog element: a click whose target is the dialog itself is outside the panel. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key for it */}
      <dialog
        ref={dialog}
        id={overlayId(name)}
        className={className}
        data-phase={phase ?? "closing"}
        aria-label={label}
        // On Escape the browser would close the dialog without its animation.
        onCancel={(event) => {
          event.preventDefault();
          closeAll();
        }}
        onClose={() => close(name)}
        onClick={(event) => {
          if (event.target === dialog.current) close(name);
        }}
      >
        {children}
      </dialog>
    </>
  );
}

/** Makes a shown dialog modal and keeps the focus inside it where it is. */
function makeModal(dialog: HTMLDialogElement): void {
  const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
  dialog.open = false;
  dialog.showModal();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

function closeAndReturnFocus(dialog: HTMLDialogElement, name: Name): void {
  dialog.close();
  returnFocus(name);
}

/** An overlay with a heading: a panel at the window's edge, or (`modal`) a centred modal. */
export function Panel({
  name,
  label,
  heading,
  className = "panel",
  children,
}: {
  name: Exclude<Name, "catalogue" | "mobile">;
  label: string;
  heading?: ReactNode;
  className?: "panel" | "modal";
  children: ReactNode;
}) {
  return (
    <Dialog name={name} label={label} className={className}>
      <div className="panel-h">
        <h2>{heading ?? label}</h2>
        <CloseButton name={name} />
      </div>
      {children}
    </Dialog>
  );
}

export function CloseButton({ name }: { name: Name }) {
  const texts = useOverlayTexts();
  const close = useOverlays((state) => state.close);
  return (
    <button type="button" className="panel-x" aria-label={texts.close} onClick={() => close(name)}>
      <Icon name="close" />
    </button>
  );
}
