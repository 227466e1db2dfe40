import "./styles.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { loadMissing, newQueryClient } from "./content/use-content";
import { followLanguage } from "./language/choice";
import { useLanguageList } from "./language/list";
import { initPage } from "./language/page-init";
import { setSavedLanguage, showLanguage } from "./language/show";
import { reloadForChunk, watchChunks } from "./lib/chunk-errors";
import { timings } from "./lib/constants";
import { followPreloader } from "./lib/content-loaded";
import { loadDocument } from "./lib/document-load";
import { splitPrefix } from "./lib/languages";
import { startNavigation, withPatience } from "./lib/navigation";
import { isOutdated, watchVersion } from "./lib/new-version";
import type { PageContext, RouteName } from "./lib/page-context";
import { followTheme } from "./lib/theme";
import { followUnits } from "./lib/use-units";
import { followViewport } from "./lib/viewport";
import { queriesOf } from "./queries";
import { passGuard } from "./routes/guards";
import { readerOf } from "./routes/head";
import { loadedRoute, loadRoute } from "./routes/lazy";
import type { RouteModule } from "./routes/module";
import { pageAt } from "./routes/page-at";

type State = PageContext & { data: Record<string, unknown> };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  // Not by id alone: markup of the content may carry ids, but no scripts.
  const state = document.querySelector("script#ferrule-state")?.textContent;
  if (!root || !state) return;
  const { data, ...page } = JSON.parse(state) as State;
  const first = { page, pathname: window.location.pathname, search: window.location.search };
  const client = newQueryClient(data);
  const loadContent = async (next: PageContext, module: RouteModule) => {
    // The page in the former language stays until the other is there; a page not yet seen shows itself sooner.
    const same = next.language === document.documentElement.dataset.language;
    await withPatience(loadMissing(client, queriesOf(module, next)), same ? undefined : timings.languageChange);
  };
  watchChunks();
  watchBuild(document.documentElement.dataset);
  startNavigation(async (to, from, language) => {
    const { pathname, search } = to;
    const next = pageAt(first, { pathname, search, language });
    const pathOf = (address: string) => splitPrefix(address, page.languages).path;
    const elsewhere = pathOf(pathname) !== pathOf(from.pathname) || search !== from.search;
    // What no route knows, the server may: a redirect rule of the content, or a newer build.
    if (elsewhere && (isOutdated() || next.route === "not-found")) await loadDocument(to);
    await passGuard(next);
    const module = await loadPart(next.route, to);
    await loadContent(next, module);
    // Nor does anyone here know what became of a record that is gone.
    if (elsewhere && module.exists?.(next, readerOf(client)) === false) await loadDocument(to);
  });
  followLanguage((code) => showLanguage(code, page.languages));
  try {
    await loadPart(page.route, new URL(window.location.href));
  } catch (error) {
    // The server's page stands without its scripts; only where there is none, the error screen has to.
    if (root.firstElementChild) throw error;
    console.error(error);
    page.route = "error";
  }

  const started = () => {
    void useLanguageList.getState().load();
    void initPage(
      async () => loadContent(page, await loadRoute(page.route)),
      () => setSavedLanguage(page.languages),
    );
  };
  const app = (
    <StrictMode>
      <App first={first} client={client} loaded={loadedRoute} started={started} />
    </StrictMode>
  );
  // An empty root is the server's shell: it could not render, the data is here.
  // As a transition, hydration gives way to what the visitor does.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  followPreloader();
  followTheme();
  followUnits();
  followViewport();
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
