import { memo, type ReactNode, Suspense, useEffect, useState } from "react";
import { forceMode } from "../browser/theme";
import { setUnavailable } from "../browser/unavailable-flag";
import { type ContentCache, ContentProvider } from "../content/cache";
import { evictOtherLanguages } from "../content/use-content";
import type { HeadUpdaterProps } from "../router/head-updater";
import { type PageContext, PageProvider } from "../router/page-context";
import type { RouteName } from "../router/routes";
import { subscribe, usePlace } from "../router/place";
import { type FirstPage, resolvePage } from "../router/resolve-page";
import type { RouteModule } from "../router/route-module";
import { useSettledScroll } from "../router/use-settled-scroll";
import { ErrorBoundary } from "../ui/error-boundary";
import { markHydrated } from "./hydrated";
import { type LateParts, Layout } from "./layout";
import { lazyHeadUpdater, loadRoute } from "./lazy-routes";

interface AppProps {
  first: FirstPage;
  cache: ContentCache;
  /** Returns the module of a route if it is loaded: on the server always, in the browser after its first import. */
  loaded: (name: RouteName) => RouteModule | undefined;
  /** Returns the late parts of the shell if their code is loaded: on the server always. */
  parts: () => LateParts | undefined;
  /** Resolves when the modules of the first page and of the late parts are loaded (browser only); until then their HTML stays as it is. */
  firstRoute?: Promise<unknown> | undefined;
  /** Called in the browser once the shell is hydrated. */
  onHydrated?: () => void;
  /** The footer's HTML, if the server has it cached (footer-markup.tsx). */
  footerMarkup?: string | undefined;
}

export function App({ first, cache, loaded, parts, firstRoute, onHydrated, footerMarkup }: AppProps) {
  const place = usePlace();
  const page = place ? resolvePage(first, place) : first.page;
  useEffect(() => {
    markHydrated("hydrated");
    onHydrated?.();
  }, [onHydrated]);
  useEffect(() => evictOtherLanguages(cache, page.language), [cache, page.language]);
  const failed = (recover: () => void) => <FailedPage page={page} cache={cache} loaded={loaded} recover={recover} />;
  return (
    <ContentProvider value={cache}>
      <PageProvider value={page}>
        <ErrorBoundary fallback={(recover) => <main>{failed(recover)}</main>}>
          <Layout footerMarkup={footerMarkup} parts={parts} loaded={firstRoute}>
            <ErrorBoundary fallback={failed}>
              <PageBoundary key={page.path} page={page} cache={cache} loaded={loaded} firstRoute={firstRoute} />
            </ErrorBoundary>
          </Layout>
        </ErrorBoundary>
        <SettledScroll />
      </PageProvider>
    </ContentProvider>
  );
}

function SettledScroll(): null {
  useSettledScroll();
  return null;
}

/** The error screen in place of a page or shell that failed to render; `recover` runs at the next navigation. */
function FailedPage({ page, cache, loaded, recover }: PageProps & { recover: () => void }) {
  const [screen, setScreen] = useState(() => loaded("error"));
  useEffect(() => subscribe(recover), [recover]);
  useEffect(() => {
    if (!screen) loadRoute("error").then(setScreen, () => setUnavailable(true));
  }, [screen]);
  return screen && <LoadedPage page={page} cache={cache} module={screen} />;
}

type PageProps = Omit<AppProps, "first" | "parts" | "onHydrated" | "footerMarkup"> & { page: PageContext };

/**
 * PageBoundary keeps the server's HTML until the page's module is loaded. React replaces that HTML by the fallback when
 * an update reaches the boundary before it is hydrated (https://github.com/facebook/react/issues/24476), so memo stops
 * the updates that come from the shell.
 */
const PageBoundary = memo(function PageBoundary(props: PageProps) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  );
});

function Page({ page, loaded, firstRoute, ...rest }: PageProps): ReactNode {
  const module = loaded(page.route);
  if (module) return <LoadedPage page={page} module={module} {...rest} />;
  // Suspends by throwing the promise: lazy() would change the element type once the module is loaded, and use()
  // (React 19.3) may render again what is about to hydrate.
  // oxlint-disable-next-line typescript/only-throw-error -- see above
  throw firstRoute ?? new Error(`render ${page.route}: module not loaded`);
}

function LoadedPage({ module, page, cache }: HeadUpdaterProps): ReactNode {
  const { Component, mode } = module;
  useEffect(() => {
    if (!mode) return undefined;
    forceMode(mode);
    return () => forceMode(null);
  }, [mode]);
  useEffect(() => markHydrated("live"), []);
  return (
    <>
      <Component key={page.path} />
      <LazyHeadUpdater module={module} page={page} cache={cache} />
    </>
  );
}

/** Updates the document's head after a navigation, once its module is loaded; the server writes the first page's head. */
function LazyHeadUpdater(props: HeadUpdaterProps): ReactNode {
  const part = lazyHeadUpdater.use();
  useEffect(() => lazyHeadUpdater.preload(), []);
  return part && <part.HeadUpdater {...props} />;
}
