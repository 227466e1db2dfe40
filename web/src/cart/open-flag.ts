import { readStored, removeStored } from "../browser/storage";
import { storageKeys } from "../constants";

/**
 * Whether a reload has closed the cart. The note is the tab's own, and means
 * nothing to a visit that begins: there it is removed.
 */
export function wasOpen(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload") removeStored(storageKeys.cartOpen, "sessionStorage");
  return readStored(storageKeys.cartOpen, "sessionStorage") !== null;
}
