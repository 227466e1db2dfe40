import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Router } from "wouter";
import { forgetOtherLanguages } from "./content/use-content";
import { Layout } from "./layout";
import { subscribe, useNavigationPath, usePlace, withoutSlash } from "./lib/navigation";
import { type PageContext, PageProvider, type RouteName } from "./lib/page-context";
import { useRouteEffects } from "./lib/route-effects";
import { forceMode } from "./lib/theme";
import type { RouteModule } from "./routes/module";
import { headOf } from "./routes/head";
import { failure, NotFound } from "./routes/not-found";
import { type FirstPage, pageAt } from "./routes/page-at";
import { ErrorBoundary } from "./ui/error-boundary";

interface AppProps {
  first: FirstPage;
  client: QueryClient;
  /** The pages whose code is there: all on the server; in the browser, those that were opened. */
  loaded: (name: RouteName) => RouteModule | undefined;
  /** Called in the browser when clicks are answered. */
  started?: () => void;
}

export function App({ first, client, loaded, started }: AppProps) {
  const query = new URLSearchParams(first.page.search).toString();
  const place = usePlace();
  const page = place ? pageAt(first, place) : first.page;
  // From now on clicks are answered; scripts and tests can tell.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    started?.();
  }, [started]);
  useEffect(() => forgetOtherLanguages(client, page.language), [client, page.language]);
  const failed = (recover: () => void) => <FailedPage page={page} client={client} recover={recover} />;
  return (
    <QueryClientProvider client={client}>
      <Router
        hook={useNavigationPath}
        hrefs={withoutSlash}
        base={page.prefix}
        ssrPath={first.pathname}
        ssrSearch={query}
      >
        <PageProvider value={page}>
          <ErrorBoundary fallback={(recover) => <main>{failed(recover)}</main>}>
            <Layout>
              <ErrorBoundary fallback={failed}>
                <Page page={page} client={client} module={loaded(page.route)} />
              </ErrorBoundary>
            </Layout>
          </ErrorBoundary>
        </PageProvider>
      </Router>
    </QueryClientProvider>
  );
}

/** Stands in for what could not be rendered, until the visitor goes elsewhere. */
function FailedPage({ page, client, recover }: { page: PageContext; client: QueryClient; recover: () => void }) {
  useEffect(() => subscribe(recover), [recover]);
  return (
    <>
      <NotFound failed />
      <PageEffects module={failure} page={page} client={client} />
    </>
  );
}

function Page({
  page,
  client,
  module,
}: {
  page: PageContext;
  client: QueryClient;
  module: RouteModule | undefined;
}): ReactNode {
  if (!module) throw new Error(`The page "${page.route}" is shown before its code has arrived`);
  useEffect(() => {
    if (!module.mode) return undefined;
    forceMode(module.mode);
    return () => forceMode(null);
  }, [module]);
  return (
    <>
      <module.Component key={page.path} />
      <PageEffects module={module} page={page} client={client} />
    </>
  );
}

/** What the document shows of a page around its content. A component of its own, so that arriving content renders no more than it has to. */
function PageEffects({ module, page, client }: { module: RouteModule; page: PageContext; client: QueryClient }) {
  // The head is made of content, which may arrive after the page is shown.
  const head = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => JSON.stringify(headOf(module, page, client)),
    () => "",
  );
  useRouteEffects(page, head);
  return null;
}
