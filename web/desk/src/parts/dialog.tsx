import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { useTexts } from "../texts/language";
import { Icon } from "./icon";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /** An answer is needed: a press beside it or Escape does not close it. */
  firm?: boolean;
  /** What has the focus at first; the first control without it. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A window over the page. */
export function Window({ open, onClose, title, children, footer, firm = false, initialFocus }: Props) {
  const texts = useTexts();
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={firm}
      onOpenChange={(next, details) => {
        if (firm && details.reason === "escape-key") details.cancel();
        else if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dlg dlg--s" {...(initialFocus ? { initialFocus } : {})}>
          <header>
            <Dialog.Title className="h2">{title}</Dialog.Title>
            {!firm && (
              <Dialog.Close className="b b--i b--q end" aria-label={texts.close}>
                <Icon name="x" />
              </Dialog.Close>
            )}
          </header>
          <div className="dlg-b">{children}</div>
          {footer && <footer>{footer}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
