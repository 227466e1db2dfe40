import { memo, type ReactNode, Suspense, useEffect } from "react";
import { forceMode } from "../browser/theme";
import { type ContentCache, ContentProvider } from "../content/cache";
import { evictOtherLanguages } from "../content/use-content";
import type { HeadUpdaterProps } from "../router/head-updater";
import { type PageContext, PageProvider, type RouteName } from "../router/page-context";
import { subscribe, usePlace } from "../router/place";
import { type FirstPage, resolvePage } from "../router/resolve-page";
import type { RouteModule } from "../router/route-module";
import { useSettledScroll } from "../router/use-settled-scroll";
import { failure, NotFound } from "../routes/not-found";
import { ErrorBoundary } from "../ui/error-boundary";
import { Layout } from "./layout";
import { lazyHeadUpdater } from "./lazy-routes";

interface AppProps {
  first: FirstPage;
  cache: ContentCache;
  /** The pages whose code is there: all on the server; in the browser, those that were opened. */
  loaded: (name: RouteName) => RouteModule | undefined;
  /** Resolves when the code of the first page is there, in the browser: until then the page stands as the server made it. */
  arrival?: Promise<unknown> | undefined;
  /** Called in the browser when clicks are answered. */
  started?: () => void;
}

export function App({ first, cache, loaded, arrival, started }: AppProps) {
  const place = usePlace();
  const page = place ? resolvePage(first, place) : first.page;
  // From now on what surrounds the page answers clicks; scripts and tests can tell.
  useEffect(() => {
    tellLive("hydrated");
    started?.();
  }, [started]);
  useEffect(() => evictOtherLanguages(cache, page.language), [cache, page.language]);
  const failed = (recover: () => void) => <FailedPage page={page} cache={cache} recover={recover} />;
  return (
    <ContentProvider value={cache}>
      <PageProvider value={page}>
        <ErrorBoundary fallback={(recover) => <main>{failed(recover)}</main>}>
          <Layout>
            <ErrorBoundary fallback={failed}>
              <PageBoundary key={page.path} page={page} cache={cache} loaded={loaded} arrival={arrival} />
            </ErrorBoundary>
          </Layout>
        </ErrorBoundary>
        <SettledScroll />
      </PageProvider>
    </ContentProvider>
  );
}

/** Tells on the root element, and by an event, that the shell or (`live`) the page answers. */
function tellLive(what: "hydrated" | "live"): void {
  document.documentElement.dataset[what] = "";
  window.dispatchEvent(new Event("hydrated"));
}

function SettledScroll(): null {
  useSettledScroll();
  return null;
}

/** Stands in for what could not be rendered, until the visitor goes elsewhere. */
function FailedPage({ page, cache, recover }: { page: PageContext; cache: ContentCache; recover: () => void }) {
  useEffect(() => subscribe(recover), [recover]);
  return (
    <>
      <NotFound failed />
      <LazyHeadUpdater module={failure} page={page} cache={cache} />
    </>
  );
}

type PageProps = Omit<AppProps, "first" | "started"> & { page: PageContext };

/**
 * Leaves the server's HTML in place until the page's code has loaded. An update that reached the boundary before it is
 * hydrated would replace that HTML by the fallback (https://github.com/facebook/react/issues/24476): memo stops the
 * updates of what surrounds the page.
 */
const PageBoundary = memo(function PageBoundary(props: PageProps) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  );
});

function Page({ page, loaded, arrival, ...rest }: PageProps): ReactNode {
  const module = loaded(page.route);
  if (module) return <LoadedPage page={page} module={module} {...rest} />;
  // Suspends as lazy() does. Not by lazy(), whose element would be another one than what stands here later; nor by use(), which asks again.
  // oxlint-disable-next-line typescript/only-throw-error -- see above
  throw arrival ?? new Error("no code");
}

function LoadedPage({ module, page, cache }: HeadUpdaterProps): ReactNode {
  const { Component, mode } = module;
  useEffect(() => {
    if (!mode) return undefined;
    forceMode(mode);
    return () => forceMode(null);
  }, [mode]);
  // From now on the page answers, too.
  useEffect(() => tellLive("live"), []);
  return (
    <>
      <Component key={page.path} />
      <LazyHeadUpdater module={module} page={page} cache={cache} />
    </>
  );
}

/** What the document says of a page; the first one has it from the server. */
function LazyHeadUpdater(props: HeadUpdaterProps): ReactNode {
  const part = lazyHeadUpdater.use();
  useEffect(() => lazyHeadUpdater.preload(), []);
  return part && <part.HeadUpdater {...props} />;
}
