import { lazyModule } from "../browser/lazy-module";
import type { RouteModule } from "../router/route-module";
import type { RouteName } from "../router/routes";

// One chunk per page; the server's bundle has them all (all-routes.ts). A file has
// the name of its route, by which the server finds its styles and modules.
const loaders: Record<RouteName, () => Promise<{ route: RouteModule }>> = {
  home: () => import("../routes/home"),
  catalog: () => import("../routes/catalog"),
  category: () => import("../routes/category"),
  "product-landing": () => import("../routes/product-landing"),
  product: () => import("../routes/product"),
  search: () => import("../routes/search"),
  about: () => import("../routes/about"),
  support: () => import("../routes/support"),
  contacts: () => import("../routes/contacts"),
  cart: () => import("../routes/cart"),
  imprint: () => import("../routes/imprint"),
  privacy: () => import("../routes/privacy"),
  request: () => import("../routes/request"),
  "not-found": () => import("../routes/not-found"),
  error: () => import("../routes/error"),
};

const loaded = new Map<RouteName, RouteModule>();
const loading = new Map<RouteName, Promise<RouteModule>>();

/** Returns a page's module; undefined until it is loaded. */
export function loadedRoute(name: RouteName): RouteModule | undefined {
  return loaded.get(name);
}

/** Loads a page's module once; after a failure the next call tries again. */
export function loadRoute(name: RouteName): Promise<RouteModule> {
  const running = loading.get(name);
  if (running) return running;
  const promise = loaders[name]().then(({ route }) => {
    loaded.set(name, route);
    return route;
  });
  promise.catch(() => loading.delete(name));
  loading.set(name, promise);
  return promise;
}

/** The late parts of the shell; their code is needed with the first page's. */
export const lazyParts = lazyModule(() => import("./late-parts"));

/** Updates the document's head; not needed before the first navigation. */
export const lazyHeadUpdater = lazyModule(() => import("../router/head-updater"));
