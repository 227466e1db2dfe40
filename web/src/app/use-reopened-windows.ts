import { useEffect } from "react";
import { useButtonTexts } from "../bom/buttons";
import { removeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { entryState } from "../router/history-entry";
import { wereOpen } from "../router/open-windows";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { currentPlace } from "../router/place";
import { markOpen } from "../router/use-reopening";
import { loadWindow } from "../routes/cart/bom-entry";
import { openSearch, start } from "../search/entry";
import { keptText } from "../search/kept-text";

/** useReopenedWindows opens the windows that were open before a reload, unless the visitor has left them since. */
export function useReopenedWindows(): void {
  const { list } = useButtonTexts();
  const { prefix } = usePage();
  useEffect(() => {
    const names = wereOpen();
    if (hasLeft()) {
      removeStored(storageKeys.openWindows, "sessionStorage");
      return;
    }
    const { show, showModal } = useOverlays.getState();
    if (names?.includes("cart")) show("cart");
    if (names?.includes("search")) {
      start.text = keptText();
      openSearch(`${prefix}/search`);
    }
    if (names?.includes("list")) {
      void loadWindow().then((body) => (hasLeft() ? markOpen("list", false) : showModal(list, body)), console.error);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the start
  }, []);
}

/** Reports whether a link was followed, or Back pressed on a touch device, before a window's code was loaded. */
function hasLeft(): boolean {
  if (currentPlace().by !== "start") return true;
  return window.matchMedia("(pointer: coarse)").matches && !entryState()?.overlay;
}
