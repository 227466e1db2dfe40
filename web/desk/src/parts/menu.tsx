import { Menu } from "@base-ui/react/menu";
import { createRef, type ReactNode } from "react";

/** Where menus are in the document: the frame's landmark for them. */
export const menuLayer = createRef<HTMLElement>();

/** The open part of a menu. */
export function MenuPopup({ label, offset = 4, children }: { label: string; offset?: number; children: ReactNode }) {
  return (
    <Menu.Portal container={menuLayer}>
      <Menu.Positioner className="menu-p" sideOffset={offset} align="end">
        <Menu.Popup className="menu" aria-label={label}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}
