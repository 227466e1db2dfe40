import { useEffect } from "react";
import { withPatience } from "../browser/delay";
import { firstIntent } from "../browser/first-interaction";
import { late } from "../browser/lazy-module";
import { readStored } from "../browser/storage";
import { whenIdle } from "../browser/when-idle";
import { cartActions } from "../cart/lazy-actions";
import { wasOpen } from "../cart/open-flag";
import { storageKeys } from "../constants";
import { useContentCache } from "../content/cache";
import { loadMissing } from "../content/use-content";
import { formKinds } from "../request/payload";
import { leaveOverlay } from "../router/overlay-entry";
import { openOnArrival } from "../router/overlay-stack";
import { usePage } from "../router/page-context";

/** What can lie over the page. */
const layers = late(async () => {
  const [{ Menus, Windows, menuQueries }] = await Promise.all([import("./overlays"), cartActions.bring()]);
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
