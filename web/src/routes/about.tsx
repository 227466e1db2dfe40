import type { RouteModule } from "./module";

export const about: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
