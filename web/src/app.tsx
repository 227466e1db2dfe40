import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, use, useEffect } from "react";
import { Router, useLocation, useSearch } from "wouter";
import { Layout } from "./layout";
import { subscribe, useNavigationPath, usePlace } from "./lib/navigation";
import { type PageContext, PageProvider, type RouteName } from "./lib/page-context";
import { useRouteEffects } from "./lib/route-effects";
import { forceMode } from "./lib/theme";
import type { RouteModule } from "./routes/module";
import { headOf } from "./routes/head";
import { failure, NotFound } from "./routes/not-found";
import { matchRoute } from "./routes/table";
import { ErrorBoundary } from "./ui/error-boundary";

/** How the application gets at its pages: at once on the server, chunk by chunk in the browser. */
interface RouteSource {
  loaded: (name: RouteName) => RouteModule | undefined;
  load: (name: RouteName) => Promise<RouteModule>;
}

interface AppProps {
  /** The page as the server decided it. */
  page: PageContext;
  client: QueryClient;
  routes: RouteSource;
}

export function App({ page, client, routes }: AppProps) {
  const query = new URLSearchParams(page.search).toString();
  return (
    <QueryClientProvider client={client}>
      <Router hook={useNavigationPath} base={page.prefix} ssrPath={page.prefix + page.path} ssrSearch={query}>
        <Site first={page} client={client} routes={routes} />
      </Router>
    </QueryClientProvider>
  );
}

function Site({ first, client, routes }: { first: PageContext; client: QueryClient; routes: RouteSource }) {
  const [path] = useLocation();
  const search = useSearch();
  // From now on clicks are answered; scripts and tests can tell.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  const place = usePlace();
  // The server knows more of the first page than its address tells: whether its record exists.
  const page: PageContext =
    !place || place.by === "start"
      ? first
      : { ...first, ...matchRoute(path, search), ...(place.failure === undefined ? {} : { route: "error" }) };
  const failed = (recover: () => void) => <FailedPage title={headOf(failure, page, client).title} recover={recover} />;
  return (
    <PageProvider value={page}>
      <ErrorBoundary fallback={(recover) => <main>{failed(recover)}</main>}>
        <Layout>
          <ErrorBoundary fallback={failed}>
            <Suspense fallback={null}>
              <Page page={page} client={client} routes={routes} />
            </Suspense>
          </ErrorBoundary>
        </Layout>
      </ErrorBoundary>
    </PageProvider>
  );
}

/** Stands in for what could not be rendered, until the visitor goes elsewhere. */
function FailedPage({ title, recover }: { title: string; recover: () => void }) {
  useRouteEffects(() => title);
  useEffect(() => subscribe(recover), [recover]);
  return <NotFound failed />;
}

function Page({ page, client, routes }: { page: PageContext; client: QueryClient; routes: RouteSource }): ReactNode {
  // The navigation has loaded it; only a first page in the development server's way comes here without.
  const module = routes.loaded(page.route) ?? use(routes.load(page.route));
  useRouteEffects(() => headOf(module, page, client).title);
  useEffect(() => {
    if (!module.mode) return undefined;
    forceMode(module.mode);
    return () => forceMode(null);
  }, [module]);
  return <module.Component key={page.path} />;
}
