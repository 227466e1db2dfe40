import { lazyModule } from "../browser/lazy-module";
import type { RouteName } from "../router/page-context";
import type { RouteModule } from "../router/route-module";

// One chunk per page; the server's bundle has them all (all-routes.ts). A file has
// the name of its route, by which the server finds its styles and modules.
const loaders: Record<RouteName, () => Promise<RouteModule>> = {
  home: () => import("../routes/home").then((module) => module.home),
  catalog: () => import("../routes/catalog").then((module) => module.catalog),
  category: () => import("../routes/category").then((module) => module.category),
  "product-landing": () => import("../routes/product-landing").then((module) => module.productLanding),
  product: () => import("../routes/product").then((module) => module.product),
  search: () => import("../routes/search").then((module) => module.search),
  about: () => import("../routes/about").then((module) => module.about),
  support: () => import("../routes/support").then((module) => module.support),
  contacts: () => import("../routes/contacts").then((module) => module.contacts),
  cart: () => import("../routes/cart").then((module) => module.cart),
  imprint: () => import("../routes/imprint").then((module) => module.imprint),
  privacy: () => import("../routes/privacy").then((module) => module.privacy),
  request: () => import("../routes/request").then((module) => module.request),
  "not-found": () => import("../routes/not-found").then((module) => module.notFound),
  error: () => import("../routes/error").then((module) => module.error),
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
  const promise = loaders[name]().then((module) => {
    loaded.set(name, module);
    return module;
  });
  promise.catch(() => loading.delete(name));
  loading.set(name, promise);
  return promise;
}

/** The late parts of the shell; their code is needed with the first page's. */
export const lazyParts = lazyModule(() => import("./late-parts"));

/** Updates the document's head; not needed before the first navigation. */
export const lazyHeadUpdater = lazyModule(() => import("../router/head-updater"));
