import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { loadMissing, newQueryClient } from "./content/use-content";
import { reloadForChunk, watchChunks } from "./lib/chunk-errors";
import { followPreloader } from "./lib/content-loaded";
import { loadDocument } from "./lib/document-load";
import { splitPrefix } from "./lib/languages";
import { startNavigation, withPatience } from "./lib/navigation";
import { isOutdated, watchVersion } from "./lib/new-version";
import type { PageContext, RouteName } from "./lib/page-context";
import { followTheme } from "./lib/theme";
import { followViewport } from "./lib/viewport";
import { queriesOf } from "./queries";
import { passGuard } from "./routes/guards";
import { loadedRoute, loadRoute } from "./routes/lazy";
import type { RouteModule } from "./routes/module";
import { matchRoute } from "./routes/table";

type State = PageContext & { data: Record<string, unknown> };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  // Not by id alone: markup of the content may carry ids, but no scripts.
  const state = document.querySelector("script#ferrule-state")?.textContent;
  if (!root || !state) return;
  const { data, ...page } = JSON.parse(state) as State;
  const client = newQueryClient(data);
  watchChunks();
  watchBuild(document.documentElement.dataset);
  startNavigation(async (to, from) => {
    const next: PageContext = { ...page, ...matchRoute(splitPrefix(to.pathname).path, to.search) };
    const elsewhere = to.pathname !== from.pathname || to.search !== from.search;
    // What no route knows, the server may: a redirect rule of the content, or a newer build.
    if (elsewhere && (isOutdated() || next.route === "not-found")) await loadDocument(to);
    await passGuard(next);
    const module = await loadPart(next.route, to);
    await withPatience(loadMissing(client, queriesOf(module, next)));
  });
  try {
    await loadPart(page.route, new URL(window.location.href));
  } catch (error) {
    // The server's page stands without its scripts; only where there is none, the error screen has to.
    if (root.firstElementChild) throw error;
    console.error(error);
    page.route = "error";
  }

  const app = (
    <StrictMode>
      <App page={page} client={client} routes={{ loaded: loadedRoute, load: loadRoute }} />
    </StrictMode>
  );
  // An empty root is the server's shell: it could not render, the data is here.
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
  followPreloader();
  followTheme();
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
