import { readStored, removeStored } from "../browser/storage";
import { storageKeys } from "../constants";

/**
 * wereOpen returns the names of the windows that were open before a reload, or null.
 * They are in session storage and are removed on any other kind of navigation.
 */
export function wereOpen(): string | null {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload") removeStored(storageKeys.openWindows, "sessionStorage");
  return readStored(storageKeys.openWindows, "sessionStorage");
}
