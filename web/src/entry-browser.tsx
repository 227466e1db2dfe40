import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { loadMissing, newQueryClient } from "./content/use-content";
import { splitPrefix } from "./lib/languages";
import { startNavigation, withPatience } from "./lib/navigation";
import type { PageContext } from "./lib/page-context";
import { queriesOf } from "./queries";
import { loadedRoute, loadRoute } from "./routes/lazy";
import { matchRoute } from "./routes/table";

type State = PageContext & { data: Record<string, unknown> };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const state = document.getElementById("ferrule-state")?.textContent;
  if (!root || !state) return;
  const { data, ...page } = JSON.parse(state) as State;
  const client = newQueryClient(data);
  startNavigation(async (to) => {
    const next: PageContext = { ...page, ...matchRoute(splitPrefix(to.pathname).path, to.search) };
    const module = await loadRoute(next.route);
    await withPatience(loadMissing(client, queriesOf(module, next)));
  });
  await loadRoute(page.route);

  const app = (
    <StrictMode>
      <App page={page} client={client} routes={{ loaded: loadedRoute, load: loadRoute }} />
    </StrictMode>
  );
  // An empty root is the server's shell: it could not render, the data is here.
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
