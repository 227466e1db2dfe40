import { useEffect } from "react";
import { cartActions } from "./cart/late-actions";
import { wasOpen } from "./cart/open-flag";
import { useContentCache } from "./content/cache";
import { loadMissing } from "./content/use-content";
import { storageKeys } from "./lib/constants";
import { firstIntent, whenIdle } from "./lib/intent";
import { late } from "./lib/late";
import { leaveOverlay, withPatience } from "./lib/navigation";
import { openOnArrival } from "./lib/overlays";
import { usePage } from "./lib/page-context";
import { readStored } from "./lib/storage";
import { formKinds } from "./request/payload";

/** What can lie over the page. */
const layers = late(async () => {
  const [{ Menus, Windows, menuQueries }] = await Promise.all([import("./layers"), cartActions.bring()]);
  return { Menus, Windows, menuQueries };
});

/**
 * The layers, once they are there: they come at the visitor's first sign of
 * life, or at once where an earlier page has left something for them, and at
 * the latest when one is opened.
 */
export function useLayers() {
  const cache = useContentCache();
  const { language } = usePage();
  useEffect(() => {
    openOnArrival((name, asked) => {
      // The filters come with the page that has them.
      if (name === "filters") return undefined;
      const load = asked ? layers.load : layers.bring;
      if (name !== "catalogue" && name !== "mobile") return layers.get() ? undefined : load();
      // A menu waits for its content as well, but not for long.
      return load().then(({ menuQueries }) => withPatience(loadMissing(cache, menuQueries(name, language))));
    });
  }, [cache, language]);
  useEffect(() => {
    if (isLeft(storageKeys.cart)) cartActions.expect();
    const reopens = wasOpen();
    if (!reopens) leaveOverlay();
    if (reopens || formKinds.some((kind) => isLeft(storageKeys.form + kind))) layers.expect();
    // Another tab may be at it.
    const stored = ({ key }: StorageEvent) => {
      if (key === storageKeys.cart) cartActions.expect();
    };
    window.addEventListener("storage", stored);
    void firstIntent().then(() => whenIdle(layers.expect));
    return () => window.removeEventListener("storage", stored);
  }, []);
  return layers.use();
}

function isLeft(key: string): boolean {
  return readStored(key) !== null;
}
