import "./engine/polyfill";
import { renderToString } from "react-dom/server";
import { App } from "./app";
import { ContentCache } from "./content/cache";
import { languageRules } from "./lib/constants";
import { languages } from "./lib/languages";
import type { PageContext } from "./lib/page-context";
import type { Theme } from "./lib/theme";
import { queriesOf } from "./queries";
import { allRoutes } from "./routes/eager";
import { guardOf } from "./routes/guards";
import { documentHead } from "./routes/document-head";
import { headOf } from "./routes/head";
import { routes } from "./routes/table";

interface Rendered {
  html: string;
  title: string;
  description: string;
  head: string;
  robots: "" | "noindex";
  theme: "" | Theme;
}

// React begins what it renders with preloads of the pictures in the first view; they belong in the head.
const leadingLinks = /^(?:<link [^>]*>)*/;

// The three calls of the server, JSON text in and out; pure functions of their arguments.
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
            filters,
            guard,
            private: own,
          }),
        ),
        languages,
        pages: languageRules.pageTypes,
      });
    },

    plan: (input: string): string => {
      const page = JSON.parse(input) as PageContext;
      return JSON.stringify({ queries: queriesOf(allRoutes[page.route], page) });
    },

    page: (input: string): string => {
      const { data, ...page } = JSON.parse(input) as PageContext & { data: Record<string, unknown> };
      const cache = new ContentCache(data);
      const first = { page, pathname: page.prefix + page.path || "/", search: "" };
      const rendered = renderToString(<App first={first} cache={cache} loaded={(name) => allRoutes[name]} />);
      const [preloads] = leadingLinks.exec(rendered) ?? [""];
      const module = allRoutes[page.route];
      const { mode } = module;
      const head = headOf(module, page, cache);
      const read = cache.reply;
      const red = page.route === "not-found" || page.route === "error";
      return JSON.stringify({
        html: rendered.slice(preloads.length),
        title: head.title,
        description: head.description,
        head: preloads + documentHead(page, head, module.head(page, read), read),
        robots: head.robots,
        theme: red ? "red" : mode === "light" || mode === "dark" ? mode : "",
      } satisfies Rendered);
    },
  },
});
