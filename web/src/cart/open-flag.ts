import { readStored, removeStored } from "../browser/storage";
import { storageKeys } from "../constants";

/**
 * wasOpen reports whether the cart was open before a reload. The flag is in
 * session storage and is removed on any other kind of navigation.
 */
export function wasOpen(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload") removeStored(storageKeys.cartOpen, "sessionStorage");
  return readStored(storageKeys.cartOpen, "sessionStorage") !== null;
}
