import "./styles.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { reloadForChunk, watchChunks } from "../browser/chunk-errors";
import { followPreloader } from "../browser/content-loaded";
import { waitAtMost } from "../browser/delay";
import { firstInteraction } from "../browser/first-interaction";
import { loadDocument } from "../browser/load-document";
import { isOutdated, watchVersion } from "../browser/new-version";
import { readStored } from "../browser/storage";
import { followTheme } from "../browser/theme";
import { followViewport } from "../browser/viewport";
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
import type { PageContext, RouteName } from "../router/page-context";
import type { Place } from "../router/place";
import { resolvePage } from "../router/resolve-page";
import type { RouteModule } from "../router/route-module";
import { startNavigation } from "../router/start-navigation";
import { App } from "./app";
import { lazyHeadUpdater, loadedRoute, loadRoute } from "./lazy-routes";
import { queriesOf } from "./page-queries";

/** `data`: the replies to the page's queries, in the order of their names, each as a column of one row. */
type State = PageContext & { names: string; data: unknown[] };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  // Not by id alone: markup of the content may carry ids, but no scripts.
  const state = document.querySelector("script#ferrule-state")?.textContent;
  if (!root || !state) return;
  const { names, data, ...page } = JSON.parse(state) as State;
  const first = { page, pathname: window.location.pathname, search: window.location.search };
  const failed = data.filter(isFailed).map(({ $query }) => $query);
  const cache = new ContentCache(givenOnce(names.split(" "), data));
  const loadContent = async (next: PageContext, module: RouteModule) => {
    // The page in the former language stays until the other is there; a page not yet seen shows itself sooner.
    const same = next.language === document.documentElement.dataset.language;
    await waitAtMost(loadMissing(cache, queriesOf(module, next)), same ? undefined : timings.languageChange);
  };
  const prefetchPage = async ({ pathname, search }: URL) => {
    const next = resolvePage(first, { pathname, search, language: document.documentElement.dataset.language });
    if (next.route === "not-found") return;
    await loadMissing(cache, queriesOf(await loadRoute(next.route), next));
  };
  watchChunks();
  watchBuild(document.documentElement.dataset);
  const prepare = async (to: URL, from: Place, language: string | undefined) => {
    const { pathname, search } = to;
    const next = resolvePage(first, { pathname, search, language });
    const pathOf = (address: string) => splitPrefix(address, page.languages).path;
    const elsewhere = pathOf(pathname) !== pathOf(from.pathname) || search !== from.search;
    // What no route knows, the server may: a redirect rule of the content, or a newer build.
    if (elsewhere && (isOutdated() || next.route === "not-found")) await loadDocument(to);
    await passGuard(next);
    const [module] = await Promise.all([loadPart(next.route, to), lazyHeadUpdater.loadOrNotify()]);
    await loadContent(next, module);
    // Nor does anyone here know what became of a record that is gone.
    if (elsewhere && module.exists?.(next, cache.reply) === false) await loadDocument(to);
  };
  const isPage = (path: string) => matchRoute(splitPrefix(path, page.languages).path, "").route !== "not-found";
  startNavigation(prepare, isPage);
  followLanguage((code) => showLanguage(code, page.languages));
  // An empty root is the server's shell: it could not render, the data is here.
  const rendered = root.firstElementChild !== null;
  const arrival = loadFirst(page, rendered);
  if (!rendered) await arrival;
  // Once the first page has its code, the next ones are prefetched.
  const extras = arrival.then(async () => {
    const { prefetchLinks, enableViewTransitions } = await import("./navigation-extras");
    prefetchLinks((url) => prefetchPage(url).catch(() => undefined));
    enableViewTransitions();
  });
  extras.catch(() => undefined); // without it, or on the way to another document, links are as fast as they are

  const started = () => {
    void useLanguageList.getState().load();
    void initPage(
      () => loadMissing(cache, failed),
      () => setSavedLanguage(page.languages),
    );
  };
  const app = (
    <StrictMode>
      <App first={first} cache={cache} loaded={loadedRoute} arrival={arrival} started={started} />
    </StrictMode>
  );
  // As a transition, hydration gives way to what the visitor does.
  if (rendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  followPreloader();
  followTheme();
  followUnits();
  followViewport();
}

/** Finds the replies that came with the page. Each is given once: what was dropped is fetched. */
function givenOnce(names: readonly string[], data: unknown[]): (query: string) => unknown {
  return (query) => {
    const at = names.indexOf(queryHash(query));
    const column = data[at];
    data[at] = undefined;
    return column === undefined ? column : expandColumn(column, 1)[0];
  };
}

/**
 * Loads the code of the first page. One that the server has rendered waits with
 * that for the visitor, unless it shows what only the browser knows; where the
 * code cannot be had it stands as it is, and its buttons do what they do
 * without scripts.
 */
async function loadFirst(page: PageContext, rendered: boolean): Promise<RouteModule> {
  if (rendered && !needsBrowser(page.route)) await firstInteraction();
  try {
    return await loadPart(page.route, new URL(window.location.href));
  } catch (error) {
    console.error(error);
    if (rendered) return markNeverLive();
    page.route = "error";
    return loadRoute("error");
  }
}

/** Whether the page shows what is kept in this browser (a cart, values in the visitor's units), or icons that the content names. */
function needsBrowser(route: RouteName): boolean {
  return (
    route === "cart" ||
    [storageKeys.cart, storageKeys.units].some((key) => readStored(key) !== null) ||
    document.querySelector("[data-icon]") !== null
  );
}

/** Marks the first page as one that will never be hydrated. */
function markNeverLive(): Promise<never> {
  document.documentElement.dataset.live = "never";
  window.dispatchEvent(new Event("hydrated"));
  return new Promise(() => {});
}

/** Loads the code of a page for an address; what cannot be loaded may be had with a new document. */
async function loadPart(route: RouteName, to: URL): Promise<RouteModule> {
  try {
    return await loadRoute(route);
  } catch (error) {
    await reloadForChunk(error, to);
    throw error;
  }
}

/** The server says which build the document belongs to and how often, in ms, to ask for a newer one; or nothing. */
function watchBuild({ build, buildCheck }: DOMStringMap): void {
  if (build && buildCheck) watchVersion(build, Number(buildCheck));
}

void start();
