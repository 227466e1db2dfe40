import { useEffect } from "react";
import { waitAtMost } from "../browser/delay";
import { firstInteraction } from "../browser/first-interaction";
import { lazyModule } from "../browser/lazy-module";
import { readStored } from "../browser/storage";
import { setUnavailable } from "../browser/unavailable-flag";
import { whenIdle } from "../browser/when-idle";
import { cartActions } from "../cart/lazy-actions";
import { storageKeys } from "../constants";
import { useContentCache } from "../content/cache";
import { loadMissing } from "../content/use-content";
import { formKinds } from "../request/form-kinds";
import { wereOpen } from "../router/open-windows";
import { leaveOverlay } from "../router/overlay-entry";
import { setOverlayLoader } from "../router/overlay-stack";
import { usePage } from "../router/page-context";

/** The overlays' components, with the actions of the cart. */
const lazyOverlays = lazyModule(async () => {
  const [{ Menus, Windows, menuQueries }] = await Promise.all([import("./overlays"), cartActions.load()]);
  return { Menus, Windows, menuQueries };
});

/**
 * Returns the overlays' components, undefined until they are loaded: after the
 * first interaction, at once if a cart, a draft or an open panel is stored, and
 * at the latest when an overlay is opened.
 */
export function useLazyOverlays() {
  const cache = useContentCache();
  const { language } = usePage();
  useEffect(() => {
    setOverlayLoader((name, wanted) => {
      // The filters are part of the page's own chunk.
      if (name === "filters") return undefined;
      // The code may have been loaded since a failed attempt showed the notice.
      if (wanted) setUnavailable(false);
      const load = wanted ? lazyOverlays.loadOrNotify : lazyOverlays.load;
      if (name !== "catalogue" && name !== "mobile") return lazyOverlays.get() ? undefined : load();
      // A menu also waits for its content, up to the loading delay.
      return load().then(({ menuQueries }) => waitAtMost(loadMissing(cache, menuQueries(name, language))));
    });
  }, [cache, language]);
  useEffect(() => {
    if (isStored(storageKeys.cart)) cartActions.preload();
    const reopens = wereOpen() !== null;
    if (!reopens) leaveOverlay();
    if (reopens || formKinds.some((kind) => isStored(storageKeys.form + kind))) lazyOverlays.preload();
    // Another tab may have stored a cart.
    const stored = ({ key }: StorageEvent) => {
      if (key === storageKeys.cart) cartActions.preload();
    };
    window.addEventListener("storage", stored);
    void firstInteraction().then(() => whenIdle(lazyOverlays.preload));
    return () => window.removeEventListener("storage", stored);
  }, []);
  return lazyOverlays.use();
}

function isStored(key: string): boolean {
  return readStored(key) !== null;
}
