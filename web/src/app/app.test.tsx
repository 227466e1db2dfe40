import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { App } from "./app";
import * as lateParts from "./late-parts";
import { ContentCache } from "../content/cache";
import { languages } from "../i18n/languages";
import type { RouteModule } from "../router/route-module";

const page = {
  route: "imprint",
  path: "/imprint",
  params: {},
  search: {},
  language: "en-US",
  prefix: "/en",
  languages: languages.map((language) => ({ ...language, available: true })),
  plain: [],
} as const;
const first = { page, pathname: "/en/imprint", search: "" };
const module: RouteModule = {
  queries: () => [],
  metadata: () => ({ title: "", description: "" }),
  Component: () => <h1>Imprint</h1>,
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("an update before the page's code has loaded leaves the server's HTML in place", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const consoleError = vi.spyOn(console, "error");
  history.replaceState(null, "", first.pathname);
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(
    <App first={first} cache={new ContentCache()} loaded={() => module} parts={() => lateParts} />,
  );
  const heading = root.querySelector("h1");
  const footer = root.querySelector("footer");
  expect(footer).not.toBeNull();
  expect(heading?.textContent).toBe("Imprint");

  let finishLoading = () => {};
  const firstRoute = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  let loaded: RouteModule | undefined;
  const cache = new ContentCache();
  const load = () => loaded;
  const parts = () => loaded && lateParts;
  const app = () => <App first={first} cache={cache} loaded={load} parts={parts} firstRoute={firstRoute} />;
  const hydrated = await act(async () => hydrateRoot(root, app()));
  await act(async () => hydrated.render(app()));
  expect(root.querySelector("h1")).toBe(heading);
  expect(root.querySelector("footer")).toBe(footer);

  loaded = module;
  await act(async () => finishLoading());
  expect(root.querySelector("h1")).toBe(heading);
  expect(root.querySelector("footer")).toBe(footer);
  expect(document.documentElement.dataset.live).toBe("");
  expect(document.documentElement.dataset.footer).toBe("");
  expect(consoleError).not.toHaveBeenCalled();
  await act(async () => hydrated.unmount());
});
