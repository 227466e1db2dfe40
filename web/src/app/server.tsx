import "./server-polyfill";
import { renderToString } from "react-dom/server";
import type { Theme } from "../browser/theme";
import { serverRules } from "../constants";
import { ContentCache, ContentProvider } from "../content/cache";
import { languages } from "../i18n/languages";
import { documentHead } from "../router/document-head";
import { guardOf } from "../router/guards";
import { type PageContext, PageProvider } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { routes } from "../router/routes";
import { allRoutes } from "./all-routes";
import { App } from "./app";
import { footerMarkup } from "./footer-markup";
import { headMarkup, structuredMarkup } from "./head-markup";
import * as lateParts from "./late-parts";
import { hasFooter } from "./layout";
import { queriesOf } from "./page-queries";

/**
 * The query parameters whose value names an item of the page's record. A value that names none is ignored, so that
 * such addresses share a cache entry. Only the server uses this, so it is not part of the route table.
 */
const namedItems: Partial<
  Record<PageContext["route"], Readonly<Record<string, { collection: string; field: string; parent: string }>>>
> = {
  product: { variant: { collection: "variations", field: "sku", parent: "product" } },
};

interface Rendered {
  title: string;
  description: string;
  robots: "" | "noindex";
  theme: "" | Theme;
}

// React puts the preload links of eager pictures before the markup; they are moved to the head.
const leadingLinks = /^(?:<link [^>]*>)*/;

// React's marker of a Suspense boundary whose content threw; renderToString drops the error itself.
const failedBoundary = "<!--$!-->";

/** Renders a page without its Suspense boundary, so that its error is thrown and the server logs it. */
function throwErrorOf({ Component }: RouteModule, page: PageContext, cache: ContentCache): void {
  renderToString(
    <ContentProvider value={cache}>
      <PageProvider value={page}>
        <Component />
      </PageProvider>
    </ContentProvider>,
  );
}

/** Escapes line breaks in the head's markup, which fills one line of the reply; they occur in attribute values only. */
function oneLine(markup: string): string {
  return markup.replace(/\n/g, "&#10;");
}

// The three functions that the server calls; pure functions of their arguments. Input and output are JSON text, except
// that `page` returns four parts: a line of JSON, a line of head markup, a line of markup for the end of the document, and
// the body's markup.
Object.assign(globalThis, {
  ferrule: {
    routes: (): string => {
      for (const { guard } of routes) if (guard !== undefined) guardOf(guard);
      return JSON.stringify({
        routes: routes.map(
          ({ name, pattern, record = null, params = {}, filters = false, guard, private: own = false }) => ({
            name,
            pattern,
            record,
            params,
            named: namedItems[name] ?? {},
            filters,
            guard,
            private: own,
          }),
        ),
        languages,
        pages: serverRules.pageTypes,
      });
    },

    plan: (input: string): string => {
      const page = JSON.parse(input) as PageContext;
      return JSON.stringify({ queries: queriesOf(allRoutes[page.route], page) });
    },

    page: (input: string): string => {
      const { data, ...page } = JSON.parse(input) as PageContext & { data: Record<string, unknown> };
      const cache = new ContentCache((query) => data[query]);
      const first = { page, pathname: page.prefix + page.path || "/", search: "" };
      const footer = hasFooter(page.route) ? footerMarkup(page, cache) : undefined;
      const rendered = renderToString(
        <App
          first={first}
          cache={cache}
          loaded={(name) => allRoutes[name]}
          parts={() => lateParts}
          footerMarkup={footer}
        />,
      );
      const module = allRoutes[page.route];
      if (rendered.includes(failedBoundary)) throwErrorOf(module, page, cache);
      const [preloads] = leadingLinks.exec(rendered) ?? [""];
      const { mode } = module;
      const head = documentHead(module, page, cache);
      const read = cache.reply;
      const red = page.route === "not-found" || page.route === "error";
      const summary = JSON.stringify({
        title: head.title,
        description: head.description,
        robots: head.robots,
        theme: red ? "red" : mode === "light" || mode === "dark" ? mode : "",
      } satisfies Rendered);
      const metadata = module.metadata(page, read);
      const markup = preloads + headMarkup(page, head, metadata, read);
      const structured = structuredMarkup(page, metadata, read);
      return `${summary}\n${oneLine(markup)}\n${structured}\n${rendered.slice(preloads.length)}`;
    },
  },
});
