import "./styles.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { reloadForChunk, watchChunks } from "../browser/chunk-errors";
import { waitAtMost } from "../browser/delay";
import { fetchPageModules } from "../browser/fetch-page-modules";
import { firstInteraction } from "../browser/first-interaction";
import { loadDocument } from "../browser/load-document";
import { readStored } from "../browser/storage";
import { followTheme } from "../browser/theme";
import { setUnavailable } from "../browser/unavailable-flag";
import { storageKeys, timings } from "../constants";
import { ContentCache, isFailed } from "../content/cache";
import { expandColumn, queryHash } from "../content/columns";
import { loadMissing } from "../content/use-content";
import { splitPrefix } from "../i18n/languages";
import { followUnits } from "../i18n/use-units";
import { followLanguage } from "../language/choice";
import { useLanguageList } from "../language/language-list";
import { initPage } from "../language/page-init";
import { setSavedLanguage, showLanguage } from "../language/show";
import { passGuard } from "../router/guards";
import { matchRoute } from "../router/match-route";
import type { PageContext } from "../router/page-context";
import type { RouteName } from "../router/routes";
import type { Place } from "../router/place";
import { resolvePage } from "../router/resolve-page";
import type { RouteModule } from "../router/route-module";
import { startNavigation } from "../router/start-navigation";
import { App } from "./app";
import { lazyHeadUpdater, lazyParts, loadedRoute, loadRoute } from "./lazy-routes";
import { queriesOf } from "./page-queries";
import type { ErrorKind } from "./report-error";

/** The document's state. `data`: the replies to the page's queries, in the order of `names`, each as a column of one row. */
type State = PageContext & { names: string; data: unknown[] };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  // The selector names the element type: sanitised content may carry ids, but no script elements.
  const state = document.querySelector("script#ferrule-state")?.textContent;
  if (!root || !state) return;
  const { names, data, ...page } = JSON.parse(state) as State;
  const first = { page, pathname: window.location.pathname, search: window.location.search };
  const failed = data.filter(isFailed).map(({ $query }) => $query);
  const cache = new ContentCache(takeReplies(names.split(" "), data));
  const loadContent = async (next: PageContext, module: RouteModule) => {
    // After a change of language the page stays until the content is loaded; another page shows a loading state sooner.
    const same = next.language === document.documentElement.dataset.language;
    await waitAtMost(loadMissing(cache, queriesOf(module, next)), same ? undefined : timings.languageChange);
  };
  const prefetchPage = async ({ pathname, search }: URL) => {
    const next = resolvePage(first, { pathname, search, language: document.documentElement.dataset.language });
    if (next.route === "not-found") return;
    await loadMissing(cache, queriesOf(await loadRoute(next.route), next));
  };
  watchChunks();
  // A newer build of the site is available: the next navigation loads a document, so that no page mixes two builds.
  let outdated = false;
  const prepare = async (to: URL, from: Place, language: string | undefined) => {
    try {
      await load(to, from, language);
    } catch (error) {
      // Without the error screen's code the browser reports the failure.
      await loadRoute("error").catch(() => loadDocument(to));
      throw error;
    }
  };
  const load = async (to: URL, from: Place, language: string | undefined) => {
    const { pathname, search } = to;
    const next = resolvePage(first, { pathname, search, language });
    const pathOf = (address: string) => splitPrefix(address, page.languages).path;
    const addressChanged = pathOf(pathname) !== pathOf(from.pathname) || search !== from.search;
    // The server may know an address that no route matches: a redirect of the content, or a newer build's route.
    if (addressChanged && (outdated || next.route === "not-found")) await loadDocument(to);
    await passGuard(next);
    const [module] = await Promise.all([loadRouteFor(next.route, to), lazyHeadUpdater.loadOrNotify()]);
    await loadContent(next, module);
    // Only the server knows whether a missing record has a redirect.
    if (addressChanged && module.exists?.(next, cache.reply) === false) await loadDocument(to);
  };
  const isPage = (path: string) => matchRoute(splitPrefix(path, page.languages).path, "").route !== "not-found";
  // Before the router's handler of links, which ignores those handled.
  followLanguage((code) => showLanguage(code, page.languages));
  startNavigation(prepare, isPage);
  // The root is empty if the server could not render the page; the state carries the data in any case.
  const rendered = root.firstElementChild !== null;
  let replace = () => {};
  const replaced = new Promise<void>((resolve) => {
    replace = resolve;
  });
  const firstRoute = loadFirstRoute(page, rendered, replaced);
  if (!rendered) await firstRoute;
  const extras = firstRoute.then(async () => {
    // Ahead of use: the error screen shows when other code cannot be loaded.
    loadRoute("error").catch(() => undefined);
    const { startExtras } = await import("./extras");
    startExtras(prefetchPage, () => {
      outdated = true;
    });
  });
  extras.catch(() => undefined); // optional: links work without prefetching and view transitions

  const onHydrated = () => {
    fetchPageModules();
    // Optional: without it, pages print without the texts of the title block.
    import("../shell/title-block").then(({ printTitleBlock }) => printTitleBlock()).catch(() => undefined);
    void useLanguageList.getState().load();
    void initPage(
      () => loadMissing(cache, failed),
      () => setSavedLanguage(page.languages),
    );
  };
  const app = (
    <StrictMode>
      <App
        first={first}
        cache={cache}
        loaded={loadedRoute}
        parts={lazyParts.get}
        firstRoute={firstRoute}
        onHydrated={onHydrated}
      />
    </StrictMode>
  );
  const report =
    (kind: ErrorKind) =>
    (error: unknown, { componentStack }: { componentStack?: string | null | undefined }) => {
      if (kind === "recovered") replace();
      console.error(error);
      import("./report-error")
        .then(({ reportError }) => reportError(kind, first, componentStack))
        .catch(() => undefined);
    };
  const handlers = {
    onRecoverableError: report("recovered"),
    onCaughtError: report("caught"),
    onUncaughtError: report("uncaught"),
  };
  // In a transition, so that input events interrupt hydration.
  if (rendered) startTransition(() => void hydrateRoot(root, app, handlers));
  else createRoot(root, handlers).render(app);
  followTheme();
  followUnits();
}

/** Returns the lookup of the document's replies. Each is returned once: a query that was evicted is fetched again. */
function takeReplies(names: readonly string[], data: unknown[]): (query: string) => unknown {
  return (query) => {
    const at = names.indexOf(queryHash(query));
    const column = data[at];
    data[at] = undefined;
    return column === undefined ? column : expandColumn(column, 1)[0];
  };
}

/**
 * Loads the module of the first page. For a page that the server has rendered it
 * waits for the first interaction, unless the page needs the browser (needsBrowser),
 * and no longer than until React has `replaced` HTML that it could not hydrate: a
 * difference in the header removes the page's HTML, too.
 * If loading fails, the page is never hydrated and works as without scripts, and
 * a notice shows.
 */
async function loadFirstRoute(page: PageContext, rendered: boolean, replaced: Promise<void>): Promise<RouteModule> {
  if (rendered && !needsBrowser(page.route)) await Promise.race([firstInteraction(), replaced]);
  try {
    const [module] = await Promise.all([loadRouteFor(page.route, new URL(window.location.href)), lazyParts.load()]);
    return module;
  } catch (error) {
    console.error(error);
    if (rendered) return markNeverLive();
    page.route = "error";
    return loadRoute("error");
  }
}

/** Reports whether the page shows data of this browser (the cart, the chosen units) or icons of the content. */
function needsBrowser(route: RouteName): boolean {
  return (
    route === "cart" ||
    [storageKeys.cart, storageKeys.units].some((key) => readStored(key) !== null) ||
    document.querySelector("[data-icon]") !== null
  );
}

/** Marks the first page as never to be hydrated; the promise never resolves. */
function markNeverLive(): Promise<never> {
  document.documentElement.dataset.live = "never";
  setUnavailable(true);
  window.dispatchEvent(new Event("hydrated"));
  return new Promise(() => {});
}

/** Loads the module of a route; a failed chunk load may load the document of the address instead. */
async function loadRouteFor(route: RouteName, to: URL): Promise<RouteModule> {
  try {
    return await loadRoute(route);
  } catch (error) {
    await reloadForChunk(error, to);
    throw error;
  }
}

void start();
