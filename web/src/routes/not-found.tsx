import type { RouteModule } from "./module";

export const notFound: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
export const failure: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
