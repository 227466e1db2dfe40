import { storageKeys } from "../lib/constants";
import { useOverlays } from "../lib/overlays";
import { readStored, removeStored, writeStored } from "../lib/storage";

/**
 * Opens the cart again where a reload has closed it, and notes from then on
 * whether it is open. The note is the tab's own, and means nothing to a visit
 * that begins. Returns what ends it.
 */
export function keepOpen(): () => void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const noted = readStored(storageKeys.cartOpen, "sessionStorage") !== null;
  if (noted && navigation?.type === "reload") useOverlays.getState().show("cart");
  const note = ({ stack }: Pick<ReturnType<typeof useOverlays.getState>, "stack">) => {
    const open = stack.some(({ name, phase }) => name === "cart" && phase !== "closing");
    if (open) writeStored(storageKeys.cartOpen, "1", "sessionStorage");
    else removeStored(storageKeys.cartOpen, "sessionStorage");
  };
  note(useOverlays.getState());
  return useOverlays.subscribe(note);
}
