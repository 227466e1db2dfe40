import { type ReactNode, useEffect, useRef } from "react";
import { type Overlay as Name, useInterface } from "../lib/interface-store";
import { Icon } from "../ui/icon";
import { useShellTexts } from "./texts";

/**
 * A sheet between header and lower edge: focus goes into it and back to where
 * it came from, Escape closes it. The page under it is made inert by the layout.
 */
export function Sheet({
  name,
  className,
  label,
  children,
}: {
  name: Name;
  className: string;
  label: string;
  children: ReactNode;
}) {
  const { open, closeAll } = useInterface();
  const sheet = useRef<HTMLDivElement>(null);
  const shown = open === name;
  useEffect(() => {
    if (!shown) return undefined;
    const before = document.activeElement;
    sheet.current?.focus();
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeAll();
    };
    window.addEventListener("keydown", escape);
    return () => {
      window.removeEventListener("keydown", escape);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [shown, closeAll]);
  if (!shown) return null;
  return (
    <div ref={sheet} className={className} role="dialog" aria-modal="true" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  );
}

/** A panel from the right edge, in the browser's own modal dialog. */
export function Panel({
  name,
  label,
  heading,
  children,
}: {
  name: Name;
  label: string;
  heading?: ReactNode;
  children: ReactNode;
}) {
  const texts = useShellTexts();
  const { open, closeAll } = useInterface();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = open === name;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (shown && !element.open) element.showModal();
    if (!shown && element.open) element.close();
  }, [shown]);
  return (
    // The dialog's own backdrop counts as part of it: a click that hits the dialog itself is outside the panel.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key for it
    <dialog
      ref={dialog}
      className="panel"
      aria-label={label}
      onClose={() => {
        if (shown) closeAll();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) closeAll();
      }}
    >
      {shown && (
        <>
          <div className="panel-h">
            <h2>{heading ?? label}</h2>
            <button type="button" className="panel-x" aria-label={texts.close} onClick={closeAll}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
